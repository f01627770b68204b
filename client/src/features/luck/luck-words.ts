import type { LuckView } from '#shared/api/luck.ts';
import { counted } from '#shared/domain/count.ts';
import { fewestForLuck } from '#shared/domain/luck.ts';
import { type Cents, cents, fromWhole, showChing } from '#shared/domain/money.ts';

type Outcome = NonNullable<LuckView['outcome']>;

/** 'Within luck', 'More than luck explains', 'Too few to tell'. */
export function verdictWords({ outcome }: LuckView): string {
  if (!outcome) return 'Too few to tell';
  return outcome.isBeyondLuck ? 'More than luck explains' : 'Within luck';
}

/** '7 of the 20 legs that it takes count so far. Pushes do not count, ...' */
export function tooFewWords({ legs, legsInNet }: LuckView): string {
  const few = `${legsInNet} of the ${fewestForLuck} legs that it takes ${legsInNet === 1 ? 'counts' : 'count'} so far.`;
  if (legs === legsInNet) return few;
  return `${few} Pushes do not count, nor do legs of a parlay with a leg that is left out.`;
}

/** 'The net is 431 Ching above what the closing odds expected. Luck alone moves it by up to 300 Ching two times out of three.' */
export function outcomeWords({ net, expected, error }: Outcome): string {
  const apart = shownWhole(net) - shownWhole(expected);
  const where = apart === 0 ? 'just' : `${showChing(fromWhole(Math.abs(apart)))} ${apart > 0 ? 'above' : 'below'}`;
  const luck = `Two times out of three, luck alone moves it by less than ${showChing(roundedUp(error))}.`;
  return `The net is ${where} what the closing odds expected. ${luck}`;
}

/** The whole Ching that the card shows of an amount, so that the difference is that of the figures. */
function shownWhole(amount: Cents): number {
  return Math.floor(amount / 100);
}

/** In whole Ching, so that "less than" is true. */
function roundedUp(amount: Cents): Cents {
  return cents(Math.ceil(amount / 100) * 100);
}

/** '14 of 45 legs beat the close: on average the prices paid 3.2% less than the fair ones.' */
export function closeWords({ legs, beat, edge }: LuckView): string {
  const compared = `${beat} of ${counted(legs, 'leg')} beat the close`;
  if (edge === null || edge === 0) return `${compared}.`;
  return `${compared}: on average the prices paid ${Math.abs(edge)}% ${edge > 0 ? 'more' : 'less'} than the fair ones.`;
}

/** 'Left out: 3 at an admin's odds, 1 void.'; null if nothing is left out. */
export function leftOutWords({ leftOut: { manual, old, moved, missing }, returned }: LuckView): string | null {
  const parts = [
    [moved, 'at another line than the last'],
    [manual, "whose last odds were an admin's"],
    [old, 'whose last odds were older than three hours'],
    [missing, 'without closing odds'],
    [returned, 'void'],
  ] as const;
  const named = parts.flatMap(([count, words]) => (count > 0 ? [`${counted(count, 'leg')} ${words}`] : []));
  return named.length > 0 ? `Left out: ${named.join(', ')}.` : null;
}

/** Where the net and the range of luck stand on a scale, in per cent of its width. */
export function scaleOf({ net, expected, error }: Outcome): {
  from: number;
  to: number;
  expected: number;
  net: number;
} {
  const [low, high] = [expected - 2 * error, expected + 2 * error];
  const [least, most] = [Math.min(low, net), Math.max(high, net)];
  const margin = (most - least) * 0.06 || 1;
  const at = (amount: number) => (100 * (amount - least + margin)) / (most - least + 2 * margin);
  return { from: at(low), to: at(high), expected: at(expected), net: at(net) };
}
