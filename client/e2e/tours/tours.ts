import { askForPushes } from '../push.ts';
import { email, gather, letAllJoin, type RealPeople } from '../real-people.ts';
import type { Stage } from '../stage.ts';
import { seeLeague, seeRequestsAndOffers } from './league.ts';
import { seeInvitations, seeOwnPages, seeWeeks } from './own-pages.ts';
import { seeOdds, seeSite, seeSlate, seeVisitorsPages } from './slate-and-site.ts';
import type { Check } from './steps.ts';

type Person = Parameters<typeof gather>[1];

type Tour = {
  /** The screens that it goes through. In the title of a test this follows 'every screen of'. */
  screens: string;
  see: (stage: Stage, people: RealPeople, person: Person, check: Check) => Promise<void>;
};

/**
 * Tours that together go through every screen and dialog, filled with the content of real people, and examine each. Each
 * is a journey with its own people: one journey for all screens took over 15 minutes on a busy machine.
 */
export const tours: readonly Tour[] = [
  {
    screens: 'visitors, the slate and the site',
    async see(stage, people, person, check) {
      await seeVisitorsPages(await person(), check);
      await seeSlate(people, check);
      await stage.grantAdmin(email);
      await seeOdds(people, check);
      await seeSite(stage, people, check);
    },
  },
  {
    screens: 'a league',
    async see(_, people, person, check) {
      await seeRequestsAndOffers(people, await person(), check);
      await seeLeague(people, check);
    },
  },
  {
    screens: 'invitations, weeks and one’s own pages',
    async see(stage, people, person, check) {
      await letAllJoin(people, await person());
      await seeInvitations(stage, people, await person(), check);
      await seeWeeks(stage, people, check);
      await seeOwnPages(people, check);
    },
  },
];

/** Gathers the people of a tour, in a crowd of this size, and takes it. */
export async function takeTour(
  tour: Tour,
  stage: Stage,
  person: Person,
  check: Check,
  size: Parameters<typeof gather>[2],
) {
  const people = await gather(stage, person, size);
  await askForPushes(people.page);
  await tour.see(stage, people, person, check);
}
