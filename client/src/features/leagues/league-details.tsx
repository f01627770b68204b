import { Fragment, useId, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { Group } from '#shared/api/groups.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { fairPlayName, fairPlayRules } from '#shared/domain/fair-play-words.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { isJoinable } from './joinable.ts';
import { CopyCodeButton } from './league-code.tsx';
import { endWords, revealWords, sportsWords } from './league-words.ts';
import { inviteLink } from './pass-on.ts';

/** The league's rules, and the toggle View Details / Hide Details with its code, its link and its dates. */
export function LeagueDetails({ league, mayEdit }: { league: Group; mayEdit: boolean }) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  const rulesName = fairPlayName(league.fairPlay);
  return (
    <div>
      <p className="mt-1 text-sm text-soft">
        {[
          sportsWords(league.allowedSports),
          endWords(league),
          `Bets of others show ${revealWords[league.reveal].toLowerCase()}`,
          ...(league.remarks ? [] : ['No notes and reactions']),
          ...(rulesName ? [rulesName] : []),
        ].map((words, at, all) => (
          <Fragment key={words}>
            <span className="inline-block">
              {words}
              {at < all.length - 1 && ' ·'}
            </span>
            {at < all.length - 1 && ' '}
          </Fragment>
        ))}
      </p>
      <Button
        variant="link"
        className="-ml-4"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide Details' : 'View Details'}
      </Button>
      {isShown && (
        <dl
          id={id}
          className="mt-1 grid gap-x-6 gap-y-3 rounded-2xl border border-edge bg-surface p-4 sm:grid-cols-3 [&_dd]:flex [&_dd]:items-center [&_dd]:font-semibold sm:[&_dd]:min-h-11 [&_dt]:text-note [&_dt]:text-soft"
        >
          <div>
            <dt>League Code</dt>
            <dd className="tracking-[0.14em]">
              <span className="select-all">{league.joinCode}</span>
              <CopyCodeButton key={league.joinCode} code={league.joinCode} />
            </dd>
          </div>
          <div>
            <dt>Start / Join Deadline Date</dt>
            <dd>{league.joinDeadline ? showInstant(new Date(league.joinDeadline)) : 'No deadline'}</dd>
          </div>
          <div>
            <dt>End Date</dt>
            <dd>{league.endDate ? showInstant(new Date(league.endDate)) : 'No end date'}</dd>
          </div>
          {isJoinable(league) && (
            <div className="sm:col-span-3">
              <dt>Invite Link</dt>
              <dd className="flex-wrap gap-x-3 gap-y-1.5">
                <span className="break-all select-all">{inviteLink(league)}</span>
                <InviteDialog league={league} mayEdit={mayEdit} />
              </dd>
            </div>
          )}
          {rulesName && (
            <div className="sm:col-span-3">
              <dt>Rules: {rulesName}</dt>
              <dd>
                <ul className="mt-1 grid list-disc gap-1.5 pl-5 font-normal">
                  {fairPlayRules(league.fairPlay).map((rule) => (
                    <li key={rule}>{rule}</li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
      )}
    </div>
  );
}
