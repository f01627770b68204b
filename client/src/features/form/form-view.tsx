import { FigureCards } from '#client/ui/figures.tsx';
import type { FormView as Form } from '#shared/api/form.ts';
import { showWhole } from '#shared/domain/money.ts';
import { showPrice } from '#shared/domain/price.ts';
import { Gain } from './gain.tsx';
import { NetCard } from './net-card.tsx';
import { Splits } from './splits.tsx';

/** A form with a settled bet. A chunk of its own, with d3-shape. */
export function FormView({ form }: { form: Form }) {
  const { net, won, lost, returned, averagePrice, staked } = form;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FigureCards
        across={4}
        figures={[
          ['Net', <Gain key="net" amount={net} />],
          ['Won-lost-returned', `${won}-${lost}-${returned}`],
          ['Average price', averagePrice === null ? '-' : showPrice(averagePrice)],
          ['Staked', showWhole(staked)],
        ]}
      />
      <NetCard form={form} />
      <Splits splits={form.splits} />
    </div>
  );
}
