import { Icon } from '#client/ui/icons.tsx';
import type { Person } from '#shared/api/weeks.ts';
import { initialOf } from '#shared/domain/naming.ts';

type WinnerDiscProps = { winners: readonly Pick<Person, 'name'>[]; size: 'small' | 'large' };

const sizes = { small: 'size-6 text-2xs', large: 'size-18 text-3xl sm:size-22 sm:text-4xl' };

/** The gold disc with the winner's initial, or the number of winners. If the house won, it is eclipsed to a ring. */
export function WinnerDisc({ winners, size }: WinnerDiscProps) {
  const [first] = winners;
  if (!first) {
    return (
      <span
        aria-hidden="true"
        className={`grid shrink-0 place-items-center rounded-full border-2 border-gold text-soft ${sizes[size]}`}
      >
        {size === 'large' && (
          <Icon size={32}>
            <path d={housePath} />
          </Icon>
        )}
      </span>
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full bg-[radial-gradient(circle_at_35%_30%,#ffe2a0,#f4b740_60%,#d8952a)] leading-none font-extrabold text-gold-ink ${sizes[size]}`}
    >
      {winners.length === 1 ? initialOf(first.name) : winners.length}
    </span>
  );
}

/** A house in a box of 24 x 24. */
export const housePath = 'M4 11.5L12 5l8 6.5M6 10v9.5h12V10M10 19.5V14h4v5.5';
