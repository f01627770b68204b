import { Name } from '#client/ui/name.tsx';
import type { Group } from '#shared/api/groups.ts';
import { showMoment } from '#shared/domain/eastern.ts';

/** Words of those who run the league to all members. Source: docs/screens.md#leagues. */
export function LeagueAnnouncement({
  announcement: { text, at },
}: {
  announcement: NonNullable<Group['announcement']>;
}) {
  return (
    <section
      aria-labelledby="announcement"
      className="mt-4 mb-3 max-w-[70ch] rounded-2xl border border-edge bg-surface p-4"
    >
      <h2 id="announcement" className="text-note font-semibold text-soft">
        Announcement · <time dateTime={at}>{showMoment(new Date(at))}</time>
      </h2>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">
        <Name>{text}</Name>
      </p>
    </section>
  );
}
