import type { ReactNode } from 'react';
import { OutcomeMarks } from '#client/tickets/outcome-marks.tsx';
import type { FormView as Form } from '#shared/api/form.ts';
import { counted } from '#shared/domain/count.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { showPrice } from '#shared/domain/price.ts';
import { Gain } from './gain.tsx';
import { NetChart } from './net-chart.tsx';
import { netSentence, pointsOf } from './net-points.ts';
import { NetTable } from './net-table.tsx';

/** Net over time as a chart and by week, the streak, and the best and the worst. */
export function NetCard({ form }: { form: Form }) {
  const points = pointsOf(form.points);
  return (
    <section aria-labelledby="net-over-time" className="rounded-2xl border border-edge bg-surface p-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="net-over-time" className="text-lg font-bold">
          Net over time
        </h2>
        <span className="text-note text-soft">Settled bets only</span>
      </div>
      <NetChart points={points} sentence={netSentence(points)} />
      <NetTable points={points} />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-edge pt-3">
        <p>
          <span className="font-bold">{streakWords(form.streak)}</span>{' '}
          <span className="text-note text-soft">
            longest: {form.longestWon} won, {form.longestLost} lost
          </span>
        </p>
        <OutcomeMarks outcomes={form.last} />
      </div>
      <Extremes form={form} />
    </section>
  );
}

function streakWords(streak: Form['streak']): string {
  if (!streak) return 'Nothing won or lost yet';
  const did = streak.outcome === 'won' ? 'Won' : 'Lost';
  return streak.length === 1 ? `${did} the last one` : `${did} ${streak.length} in a row`;
}

function Extremes({ form: { weeks, biggestWin } }: { form: Form }) {
  if (!weeks && !biggestWin) return null;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 border-t border-edge pt-3">
      {weeks && (
        <>
          <Extreme name="Best week" detail={`from ${dayOf(weeks.best.startsAt)}`}>
            <Gain amount={weeks.best.net} />
          </Extreme>
          <Extreme name="Worst week" detail={`from ${dayOf(weeks.worst.startsAt)}`}>
            <Gain amount={weeks.worst.net} />
          </Extreme>
        </>
      )}
      {biggestWin && (
        <Extreme name="Biggest win" detail={winWords(biggestWin)}>
          <Gain amount={biggestWin.profit} />
        </Extreme>
      )}
    </dl>
  );
}

function Extreme({ name, detail, children }: { name: string; detail: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-note text-soft">{name}</dt>
      <dd>
        <span className="font-bold">{children}</span> <span className="text-note text-soft">{detail}</span>
      </dd>
    </div>
  );
}

const dayOf = (instant: string) => showMonthDay(new Date(instant));

/** 'at +340, Nov 22'; of a parlay 'at +1200 with 4 legs, Nov 22'. */
function winWords({ price, legs, settledAt }: NonNullable<Form['biggestWin']>): string {
  return `at ${showPrice(price)}${legs > 1 ? ` with ${counted(legs, 'leg')}` : ''}, ${dayOf(settledAt)}`;
}
