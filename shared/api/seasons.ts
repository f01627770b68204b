import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { newLeague, nextSeason } from './groups.ts';
import { instant, money, uuid } from './values.ts';

const nextLeague = lazy(() => {
  const { allowedSports, reveal, remarks, fairPlay, approvesJoins } = newLeague().shape;
  return newLeague().extend({
    allowedSports: allowedSports.unwrap().optional(),
    reveal: reveal.unwrap().optional(),
    remarks: remarks.unwrap().optional(),
    fairPlay: fairPlay.unwrap().optional(),
    approvesJoins: approvesJoins.unwrap().optional(),
  });
});

/**
 * Starts the next season of a final league: a new league, which the caller owns, and to which the present members of the
 * final one are invited. A league has one next season: once it is started, every further call answers with it,
 * whatever settings it sends. An option that is left out is that of the final league. Source:
 * docs/decisions/seasons.md.
 */
export const playAgain = endpoint({
  method: 'POST',
  path: '/api/groups/:id/next',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  body: nextLeague,
  reply: nextSeason,
  status: 201,
  mayFind: true,
  refuses: [
    '403 `too-early`: until 14 days after the end only the owner may start the next season',
    '403 `removed`: the next season is started, and the caller was removed from it',
    '409 `not-final`: the standings of this league are not final yet',
    '409 `too-many-leagues`: the caller owns 50 leagues, or is in 200',
    '429 `too-many`: twenty calls in an hour',
  ],
});

/** Chosen: what a page shows at once of a series with large leagues. The caller's own row is there in any case. */
export const mostAllTimeRows = 100;

const series = lazy(() =>
  z.object({
    /** The final seasons, the latest first. A member without a name in a league has the first name of now. */
    seasons: z.array(
      z.object({
        groupId: uuid(),
        name: z.string(),
        season: z.int(),
        startedAt: instant(),
        finalizedAt: instant(),
        members: z.int(),
        champions: z.array(z.object({ userId: uuid(), name: z.string(), balance: money() })),
      }),
    ),
    /** Most titles first, then most weeks won, then the highest net; of the first 100, and of the caller. */
    table: z.array(
      z.object({
        userId: uuid(),
        /** The name in the last season that the member played. */
        name: z.string(),
        titles: z.int(),
        weeksWon: z.int(),
        net: money(),
        seasons: z.int(),
        best: z.int(),
        worst: z.int(),
      }),
    ),
  }),
);
export type Series = z.output<ReturnType<typeof series>>;

/**
 * The final seasons of a league's series and the all-time table over them. Of the series it has the seasons that the
 * caller is a member of.
 */
export const leagueSeries = endpoint({
  method: 'GET',
  path: '/api/groups/:id/series',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  reply: series,
  isOverLeagues: true,
});
