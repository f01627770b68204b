import { TicketIcon } from '#client/ui/icons.tsx';
import type { Bet } from '#shared/api/bets.ts';
import { showLine } from '#shared/domain/market.ts';
import type { Side } from '#shared/domain/side.ts';

/** A bet of the viewer on a game; of a parlay, its leg on the game. */
export type OwnBet = Pick<Bet, 'betType' | 'betSide' | 'line' | 'status'>;

type OwnPicksProps = { bets: readonly OwnBet[]; sides: readonly Side[] };

/** The viewer's picks on these sides of a locked game: '+2.5', 'ML won', '+2.5, 3 more'. Equal ones are shown once. */
export function OwnPicks({ bets, sides }: OwnPicksProps) {
  const [first, second, ...more] = new Set(bets.filter(({ betSide }) => sides.includes(betSide)).map(pickWords));
  if (first === undefined) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs font-semibold whitespace-nowrap text-gold-text">
      <TicketIcon size={14} />
      <span className="sr-only">Your bet: </span>
      {[first, more.length > 0 ? `${more.length + 1} more` : second].filter(Boolean).join(', ')}
    </span>
  );
}

/** '+2.5', 'ML', 'Draw', 'O 47.5', and how it ended: 'O 47.5 lost'. */
function pickWords({ betType, betSide, line, status }: OwnBet): string {
  return [sideWords[betSide], showLine(betType, line) || (betSide === 'draw' ? '' : 'ML'), outcomes[status]]
    .filter(Boolean)
    .join(' ');
}

const sideWords: Partial<Record<Side, string>> = { draw: 'Draw', over: 'O', under: 'U' };
const outcomes: Record<OwnBet['status'], string> = { pending: '', won: 'won', lost: 'lost', push: 'push' };
