import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { serverNow } from '#client/lib/server-clock.ts';
import { Name } from '#client/ui/name.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { invitePath } from '#shared/domain/join-code.ts';
import { showChing, startingBalance } from '#shared/domain/money.ts';
import { openToMembersAt } from '#shared/domain/next-season.ts';
import { PlayAgainDialog } from './play-again-dialog.tsx';

type NextSeasonProps = { membership: Pick<Membership, 'group' | 'next'>; mayAtOnce: boolean };

/** The way from a final league to its next season: it starts it, leads to it, or says who may start it and when. */
export function NextSeason({ membership: { group, next }, mayAtOnce }: NextSeasonProps) {
  const id = useId();
  if (group.finalizedAt === null) return null;
  const openAt = openToMembersAt(new Date(group.finalizedAt));
  const mayStart = next === null && (mayAtOnce || openAt <= serverNow());
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border border-story-edge bg-story p-4"
    >
      <div className="min-w-0 flex-[1_1_16rem]">
        {next ? (
          <>
            <h2 id={id} className="font-bold wrap-anywhere">
              <Name>{next.name}</Name>
            </h2>
            <p className="mt-0.5 text-sm text-soft">
              {next.isMember ? 'The next season of this league.' : 'The next season of this league: you are invited.'}
            </p>
          </>
        ) : (
          <>
            <h2 id={id} className="font-bold">
              {mayStart ? 'One more season?' : 'Another season'}
            </h2>
            <p className="mt-0.5 text-sm text-pretty text-soft">
              {mayStart
                ? `All who are in this league are invited, and start again with ${showChing(startingBalance)}.`
                : `The owner can start it now, and every member from ${showInstant(openAt)}.`}
            </p>
          </>
        )}
      </div>
      {next && <LinkTo href={next.isMember ? `/league/${next.id}` : invitePath(next.joinCode)}>{wordsOf(next)}</LinkTo>}
      <PlayAgainDialog league={group} isOffered={mayStart} />
    </section>
  );
}

function wordsOf({ isMember }: { isMember: boolean }): string {
  return isMember ? 'Open Next Season' : 'See the Invitation';
}

/** A link that looks like the primary button. */
function LinkTo({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-11 flex-[0_1_auto] items-center justify-center rounded-xl border border-transparent bg-gold px-4 py-1 text-center font-semibold text-gold-ink hover:brightness-105 active:brightness-95"
    >
      {children}
    </Link>
  );
}
