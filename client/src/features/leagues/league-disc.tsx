import { initialsOf } from '#shared/domain/naming.ts';

const sizes = { medium: 'size-16 text-xl', large: 'size-22 text-3xl' };

/** The gold disc with the initials of a league. */
export function LeagueDisc({ name, size = 'medium' }: { name: string; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center overflow-hidden rounded-full bg-[radial-gradient(circle_at_35%_30%,#ffe2a0,#f4b740_60%,#d8952a)] leading-none font-extrabold text-gold-ink ${sizes[size]}`}
    >
      {initialsOf(name)}
    </span>
  );
}
