import type { Recap } from '#shared/api/weeks.ts';
import { showGain, showWhole } from '#shared/domain/money.ts';
import { isolate } from '#shared/domain/naming.ts';
import { factsOf, figureUnit, footnoteWords, headline, plain, spanWords, subline } from './recap-words.ts';

/** Chosen: a message of a group chat shows about thirty lines. */
const mostRows = 20;

/** The recap as plain lines for a chat, without emoji or boxes. `address` is the link to it. */
export function recapText(leagueName: string, recap: Recap, address: string): string {
  const inRank = recap.rows
    .filter((row) => row.rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || b.net - a.net);
  const rows = inRank.slice(0, mostRows).map(({ rank, rankBefore, name, balance }) => {
    const move = rankBefore === null || rank === null ? 0 : rankBefore - rank;
    const moved = move === 0 ? '' : ` (${move > 0 ? 'up' : 'down'} ${Math.abs(move)})`;
    return `${rank} ${isolate(name)} ${showWhole(balance)}${moved}`;
  });
  const others = inRank.length - rows.length;
  const parts = [
    [
      `${isolate(leagueName)}, week ${recap.number}, ${spanWords(recap)}`,
      `${plain(headline(recap))}: ${showGain(recap.net)} ${figureUnit(recap)}`,
      plain(subline(recap)),
    ],
    [...rows, ...(others > 0 ? [`and ${others} more`] : [])],
    factsOf(recap).map(({ label, who, does }) => `${label}: ${plain([...who, ...does])}`),
    recap.footnotes.map((footnote) => plain(footnoteWords(footnote))),
    [address],
  ];
  return parts
    .map((lines) => lines.filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n');
}
