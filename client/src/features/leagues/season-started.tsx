import { useEffect, useRef } from 'react';
import { Name } from '#client/ui/name.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { NextSeason } from '#shared/api/groups.ts';
import { invitePath } from '#shared/domain/join-code.ts';
import { InviteSheet } from './invite-sheet.tsx';

/** A next season that was just started, with the ways to pass on its link. Another member may have been faster. */
export function SeasonStarted({ season }: { season: NextSeason }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []); // the button that had the focus is gone
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-lg font-bold wrap-anywhere outline-none">
          <Name>{season.name}</Name>
        </h3>
        {season.isMember ? (
          <TextLink href={`/league/${season.id}`}>Open the league</TextLink>
        ) : (
          <>
            <p className="mt-1 text-soft">Somebody else was faster and has started it already.</p>
            <TextLink href={invitePath(season.joinCode)}>See the invitation</TextLink>
          </>
        )}
      </div>
      {season.isMember && <InviteSheet league={season} mayEdit={false} />}
    </div>
  );
}
