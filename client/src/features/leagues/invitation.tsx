import type { ReactNode } from 'react';
import { GamesIcon, Icon, LeagueIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { NoteIcon } from '#client/ui/page-icons.tsx';
import type { Invite, InvitedTo } from '#shared/api/invite.ts';
import { counted } from '#shared/domain/count.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import type { LateStart } from '#shared/domain/fair-play.ts';
import { fairPlayInShort, fairPlayName, fairPlayRules } from '#shared/domain/fair-play-words.ts';
import { showChing, startingBalance } from '#shared/domain/money.ts';
import { LeagueDisc } from './league-disc.tsx';
import { remarksWords, revealWords, sportsWords } from './league-words.ts';

/** Chosen: three lines on a phone. A longer description stands below the button, which must be in view at once. */
const shortDescription = 120;

type InvitationProps = {
  name: string;
  league: InvitedTo;
  /** The button that joins, and words below it. */
  children: ReactNode;
};

/** A league as somebody sees it who has its link and is not in it. Source: docs/screens.md#invitations. */
export function Invitation({ name, league, children }: InvitationProps) {
  const { description } = league;
  const isShort = (description?.length ?? 0) <= shortDescription;
  const text = description && (
    <p className="whitespace-pre-line text-soft">
      <Name>{description}</Name>
    </p>
  );
  const rules = fairPlayRules(league.fairPlay);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Heading name={name} above="You are invited to" below={<RunBy owner={league.owner} />} />
      {isShort && text}
      <Members league={league} />
      <Facts league={league} />
      {children}
      {!isShort && text}
      {rules.length > 0 && (
        <section aria-labelledby="rules" className="border-t border-edge pt-4 text-sm text-soft">
          <h2 id="rules" className="font-semibold text-ink">
            {fairPlayName(league.fairPlay)}
          </h2>
          <ul className="mt-1.5 grid list-disc gap-1.5 pl-5">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** A league that nobody can join any more: its name, and why. */
export function ClosedInvitation({ name, closed }: Pick<Invite, 'name'> & { closed: string }) {
  return <Heading name={name} above="You were invited to" below={closed} />;
}

function RunBy({ owner }: { owner: string }) {
  return (
    <>
      run by <Name>{owner}</Name>
    </>
  );
}

function Heading({ name, above, below }: { name: string; above: string; below: ReactNode }) {
  return (
    <header className="grid gap-2">
      <p className="text-note font-semibold text-soft">{above}</p>
      <div className="flex items-center gap-3.5">
        <span className="max-[16rem]:hidden">
          <LeagueDisc name={name} />
        </span>
        <div className="min-w-0">
          <h1 className="text-3xl leading-[1.1] font-bold tracking-tight wrap-anywhere max-[16rem]:text-xl">
            <Name>{name}</Name>
          </h1>
          <p className="mt-0.5 text-balance wrap-anywhere text-soft">{below}</p>
        </div>
      </div>
    </header>
  );
}

function Members({ league: { memberCount, initials, week, weeks } }: { league: InvitedTo }) {
  const words = `${counted(memberCount, 'member')}, week ${week}${weeks === null ? '' : ` of ${weeks}`}`;
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <div aria-hidden="true" className="flex flex-wrap gap-y-1 pl-2">
        {initials.map((initial, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: several members have the same initial
            key={at}
            className="-ml-2 grid h-10 min-w-10 place-items-center rounded-full border-2 border-page bg-placeholder px-1 text-sm font-bold"
          >
            {initial}
          </span>
        ))}
      </div>
      <p className="text-note text-soft">{words}</p>
    </div>
  );
}

const startWords: Record<LateStart, string> = {
  full: showChing(startingBalance),
  median: 'The median of the others',
  guest: `${showChing(startingBalance)}, as a guest`,
};

/** In a box of 24 x 24. */
const drawings = {
  door: 'M14 4h3a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-3M4 12h10M10 8l4 4-4 4',
  calendar: 'M7 5h10a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM4 10h16M8 3v4M16 3v4',
  flag: 'M6 21V4l12 4-12 4.5',
  lock: 'M7.500 11h9a2.500 2.500 0 0 1 2.500 2.500v4a2.500 2.500 0 0 1-2.500 2.500h-9A2.500 2.500 0 0 1 5 17.500v-4A2.500 2.500 0 0 1 7.500 11zM8 11V8a4 4 0 0 1 8 0v3',
};

function Drawing({ path }: { path: string }) {
  return (
    <Icon>
      <path d={path} />
    </Icon>
  );
}

type Fact = [icon: ReactNode, term: string, words: string];

function Facts({ league }: { league: InvitedTo }) {
  const { joinDeadline, endDate } = league;
  const facts: Fact[] = [
    [<Drawing key="ends" path={drawings.calendar} />, 'Ends', endDate ? showInstant(new Date(endDate)) : 'No end date'],
    [<GamesIcon key="sports" />, 'Sports', sportsWords(league.allowedSports)],
    [<LeagueIcon key="start" />, 'You start with', startWords[league.start]],
    [
      <Drawing key="rules" path={drawings.flag} />,
      fairPlayName(league.fairPlay) ?? 'Rules',
      fairPlayInShort(league.fairPlay),
    ],
    [<Drawing key="bets" path={drawings.lock} />, "Others' bets", revealWords[league.reveal]],
    [<NoteIcon key="remarks" />, 'Notes and reactions', remarksWords(league.remarks)],
  ];
  if (joinDeadline) {
    facts.unshift([<Drawing key="deadline" path={drawings.door} />, 'Join by', showInstant(new Date(joinDeadline))]);
  }
  return (
    <dl className="rounded-2xl border border-edge bg-surface px-4 py-0.5">
      {facts.map(([icon, term, words]) => (
        <div
          key={term}
          className="flex flex-wrap items-center justify-between gap-x-4 border-edge py-2.5 not-first:border-t"
        >
          <dt className="flex items-center gap-2.5 text-soft">
            {icon}
            {term}
          </dt>
          <dd className="ml-auto text-right font-semibold">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
