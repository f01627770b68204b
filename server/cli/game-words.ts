import { parseArgs } from 'node:util';
import { StartupError } from '../lib/startup-error.ts';
import type { ByHand } from '../settlement/set-result.ts';

/** The help text for wrong arguments. */
export const usage = `Usage:
  npm run game -- overdue
  npm run game -- void ID --reason "…" [--yes]
  npm run game -- result ID HOME AWAY [--half-innings N] --reason "…" [--yes]

ID is a game's, such as espn:401547. HOME and AWAY are the scores that count for bets: in soccer those after 90 minutes.
Half-innings are for a baseball game that was called early: those that were completed. Members read the reason.`;

type Command = { verb: 'overdue' } | { verb: 'set'; wanted: ByHand; isAgreed: boolean };

/** Parses the arguments after `npm run game --`; throws a StartupError with the help text if they are wrong. */
export function readWords(words: string[]): Command {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { reason: { type: 'string' }, 'half-innings': { type: 'string' }, yes: { type: 'boolean' } },
    });
    const [verb, gameId, home, away, ...more] = positionals;
    const { reason = '', yes: isAgreed = false, 'half-innings': halfInnings } = values;
    if (verb === 'overdue' && words.length === 1) return { verb };
    if (verb === 'void' && gameId && home === undefined && halfInnings === undefined) {
      return { verb: 'set', isAgreed, wanted: { gameId, reason, setById: null, outcome: { isVoid: true } } };
    }
    if (verb === 'result' && gameId && home !== undefined && away !== undefined && more.length === 0) {
      const outcome = {
        isVoid: false,
        home: whole(home),
        away: whole(away),
        halfInnings: halfInnings === undefined ? null : whole(halfInnings),
      } as const;
      return { verb: 'set', isAgreed, wanted: { gameId, reason, setById: null, outcome } };
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // parseArgs throws a TypeError for unknown arguments
  }
  throw new StartupError(usage);
}

/** The number for one to nine digits; NaN, which is no valid score, for anything else. */
function whole(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
