import { Name } from '#client/ui/name.tsx';

/** A member as a row of the standings names them. */
export type Member = { id: string; name: string };

/** A member's name on their row, which opens their betting history. Source: spec §2. */
export function MemberName({ member, onOpen }: { member: Member; onOpen: (member: Member) => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={(event) => {
        event.currentTarget.focus(); // Safari does not, and the focus is to come back here
        onOpen(member);
      }}
      className="min-h-11 min-w-0 truncate rounded-lg text-left font-semibold underline-offset-4 hover:underline"
    >
      <Name>{member.name}</Name>
    </button>
  );
}
