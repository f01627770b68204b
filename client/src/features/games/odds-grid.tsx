import { Fragment } from 'react';
import { Flash } from '#client/ui/flash.tsx';
import { marketRules, type Offer } from '#shared/domain/market.ts';
import { showLine } from '#shared/domain/naming.ts';
import { showPrice } from '#shared/domain/price.ts';
import { markets, type Side } from '#shared/domain/side.ts';
import { offersOn, type SlateGame, spokenOffer } from './slate-game.ts';
import { TeamRow } from './team-row.tsx';

/** The rows of the grid: the team or draw on the left, and the sides of the markets beside it. */
const rows = [
  { row: 'away', sides: ['away', 'over'] },
  { row: 'draw', sides: ['draw'] },
  { row: 'home', sides: ['home', 'under'] },
] as const satisfies readonly { row: 'away' | 'draw' | 'home'; sides: readonly Side[] }[];

type OddsGridProps = { game: SlateGame; isPicked: (offer: Offer) => boolean; onPick: (offer: Offer) => void };

/** The odds of an open game: a row per team, a column per offered market. */
export function OddsGrid({ game, isPicked, onPick }: OddsGridProps) {
  const offered = offersOn(game);
  const columns = markets.filter((market) => offered.some((offer) => offer.market === market));
  const drawOffered = offered.some((offer) => offer.side === 'draw');
  return (
    <div
      className={`grid items-center gap-1 ${columns.length === 1 ? '[--odds-width:7rem]' : '[--odds-width:3.625rem] min-[480px]:[--odds-width:4.125rem]'} min-[480px]:gap-1.5`}
      style={{ gridTemplateColumns: `minmax(0, 1fr) repeat(${columns.length}, var(--odds-width))` }}
    >
      <span className="truncate text-faint text-xs">{game.competition}</span>
      {columns.map((market) => (
        <span key={market} className="text-center text-[11.5px] font-semibold text-faint">
          {marketRules[market].heading}
        </span>
      ))}
      {rows
        .filter(({ row }) => row !== 'draw' || drawOffered)
        .map(({ row, sides }) => (
          <Fragment key={row}>
            {row === 'draw' ? (
              <p className="pl-[38px] font-semibold text-soft">Draw</p>
            ) : (
              <TeamRow game={game} team={row} />
            )}
            {columns.map((market) => {
              const offer = offered.find((one) => one.market === market && sides.some((side) => side === one.side));
              return offer ? (
                <OddsButton
                  key={market}
                  offer={offer}
                  name={spokenOffer(game, offer)}
                  picked={isPicked(offer)}
                  onPick={() => onPick(offer)}
                />
              ) : (
                <span key={market} />
              );
            })}
          </Fragment>
        ))}
    </div>
  );
}

const letters: Partial<Record<Side, string>> = { over: 'O ', under: 'U ' };

function OddsButton(props: { offer: Offer; name: string; picked: boolean; onPick: () => void }) {
  const { market, side, line, price } = props.offer;
  return (
    <button
      type="button"
      aria-label={props.name}
      aria-pressed={props.picked}
      data-market={market}
      onClick={props.onPick}
      className="group relative isolate h-12 overflow-hidden rounded-[11px] border border-edge bg-raised leading-[1.2] transition-colors duration-100 hover:border-faint active:scale-[0.98] aria-pressed:border-gold aria-pressed:bg-gold aria-pressed:text-gold-ink"
    >
      <Flash of={`${line} ${price}`} />
      <span className="block font-semibold text-sm">
        {line === null ? showPrice(price) : `${letters[side] ?? ''}${showLine(market, line)}`}
      </span>
      {line !== null && (
        <span className="block text-[12.5px] text-soft group-aria-pressed:text-gold-ink">{showPrice(price)}</span>
      )}
    </button>
  );
}
