import { serverNow } from '#client/lib/server-clock.ts';
import { useSite } from '#client/lib/site.ts';
import type { Bet } from '#shared/api/bets.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { simulatedLimits } from '#shared/domain/rulebook.ts';
import { legWords } from '#shared/words/leg-words.ts';

type Settlement = NonNullable<Bet['settlement']>;
type Grading = Settlement['corrections'][number];

type ReceiptProps = {
  leg: Bet;
  settlement: Settlement;
  /** Whether to name the leg: for tickets with several. */
  titled: boolean;
};

/**
 * Explains the grade of a settled leg: the arithmetic, the rule, the source of the score, and the gradings before
 * corrections.
 */
export function Receipt({ leg, settlement, titled }: ReceiptProps) {
  const { simulated } = useSite();
  return (
    <section className="text-sm text-soft">
      {titled && (
        <p className="font-semibold text-ink">
          {legWords(leg)} <span className="font-normal text-soft">· {settlement.status}</span>
        </p>
      )}
      {settlement.arithmetic && <p className="mt-0.5 text-ink tabular-nums">{settlement.arithmetic}</p>}
      <p className="mt-0.5">
        {settlement.words}
        {simulated && settlement.rule === 'not-played-in-time' && ` ${simulatedLimits}`}
      </p>
      <p className="mt-0.5 text-note text-faint">{sourceWords(settlement)}</p>
      {settlement.corrections.map((replaced) => (
        <p key={replaced.settledAt} className="mt-1 border-l-2 border-edge pl-2 text-note">
          Corrected: was {replaced.status}
          {replaced.arithmetic && `, ${replaced.arithmetic}`}. {sourceWords(replaced)}
        </p>
      ))}
    </section>
  );
}

function sourceWords({ settledAt, source, reason }: Grading): string {
  const by = { feed: ' on the final score', admin: ' by an admin' };
  return `Settled ${showInstant(new Date(settledAt), serverNow())}${source ? by[source] : ''}${reason ? `: ${reason}` : ''}`;
}
