import { Name } from '#client/ui/name.tsx';

/** A member with the name shown in the standings. */
export type Member = { id: string; name: string };

/** A member's name on a row, which opens the betting history. Source: `docs/screens.md#leaderboards-and-histories`. */
export function MemberName({ member, onOpen }: { member: Member; onOpen: (member: Member) => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={(event) => {
        event.currentTarget.focus(); // Safari does not focus a clicked button, and the dialog returns the focus here
        onOpen(member);
      }}
      className="min-h-11 min-w-0 truncate rounded-lg text-left font-semibold underline-offset-4 hover:underline"
    >
      <Name>{member.name}</Name>
    </button>
  );
}
