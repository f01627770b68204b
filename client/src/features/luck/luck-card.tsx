import type { ReactNode } from 'react';
import type { LuckView } from '#shared/api/luck.ts';
import { type Cents, showGain } from '#shared/domain/money.ts';
import { closeWords, leftOutWords, outcomeWords, scaleOf, tooFewWords, verdictWords } from './luck-words.ts';

/** The net beside what the closing odds expected, with its uncertainty. Source: docs/screens.md#luck. */
export function LuckCard({ luck }: { luck: LuckView }) {
  const { outcome, legs } = luck;
  const leftOut = leftOutWords(luck);
  return (
    <section aria-labelledby="luck" className="mt-4 rounded-2xl border border-edge bg-surface p-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="luck" className="text-lg font-bold">
          Luck and the close
        </h2>
        <span className="text-note text-soft">Settled bets only</span>
      </div>
      <p className="mt-1 text-lg font-semibold">{verdictWords(luck)}</p>
      {outcome ? (
        <>
          <Scale outcome={outcome} />
          <p className="max-w-[70ch]">{outcomeWords(outcome)}</p>
        </>
      ) : (
        <p className="max-w-[70ch]">{tooFewWords(luck)}</p>
      )}
      {legs > 0 && <p className="mt-2 max-w-[70ch]">{closeWords(luck)}</p>}
      <div className="mt-3 border-t border-edge pt-3">
        <p className="max-w-[70ch] text-note text-soft">
          The close is the last odds before a game, without the bookmaker's margin: the fairest guess there is. Who
          often gets better prices than these wins in the long run.
          {outcome && ' The band is where luck alone leads 19 of 20 nets.'} {leftOut}
        </p>
      </div>
    </section>
  );
}

/** The net as a mark on a scale, whose band is where 19 of 20 nets end by luck alone. */
function Scale({ outcome }: { outcome: NonNullable<LuckView['outcome']> }) {
  const { from, to, expected, net } = scaleOf(outcome);
  return (
    <>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-1">
        <Figure name="Net of compared bets" mark={<NetMark />} amount={outcome.net} />
        <Figure name="Expected by the close" mark={<ExpectedMark />} amount={outcome.expected} />
      </dl>
      <div aria-hidden="true" className="relative my-3 h-5">
        <span className="absolute inset-x-0 top-1/2 h-px bg-edge" />
        <span
          className="absolute inset-y-0.5 rounded-full border border-edge bg-raised"
          style={{ left: `${from}%`, width: `${to - from}%` }}
        />
        <span className="absolute inset-y-0 -translate-x-1/2" style={{ left: `${expected}%` }}>
          <ExpectedMark tall />
        </span>
        <span className="absolute top-1/2 -translate-1/2" style={{ left: `${net}%` }}>
          <NetMark />
        </span>
      </div>
    </>
  );
}

const NetMark = () => <span className="block size-3 rounded-full bg-ink" />;

function ExpectedMark({ tall = false }: { tall?: boolean }) {
  return <span className={`block w-0.5 bg-soft ${tall ? 'h-full' : 'h-3'}`} />;
}

type FigureProps = { name: string; mark: ReactNode; amount: Cents };

function Figure({ name, mark, amount }: FigureProps) {
  const tone = amount > 0 ? 'text-won' : amount < 0 ? 'text-lost' : '';
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-note text-soft">
        <span aria-hidden="true">{mark}</span>
        {name}
      </dt>
      <dd className={`text-lg font-bold tabular-nums ${tone}`}>{showGain(amount)}</dd>
    </div>
  );
}
