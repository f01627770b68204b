import { type CSSProperties, Fragment } from 'react';
import { Flash } from '#client/ui/flash.tsx';
import { marketRules, type Offer, showLine } from '#shared/domain/market.ts';
import { showPrice } from '#shared/domain/price.ts';
import { markets, type Side } from '#shared/domain/side.ts';
import { pickId } from '#shared/domain/slip.ts';
import { offersOn, type SlateGame, spokenOffer } from './slate-game.ts';
import { type Team, TeamRow, teamOrder } from './team-row.tsx';

const wholeRow = '@max-[21rem]:col-span-full';

type OddsGridProps = { game: SlateGame; isPicked: (offer: Offer) => boolean; onPick: (offer: Offer) => void };

/**
 * The odds of an open game: a row per team, a column per offered market. On a narrow slate, or with large text, a team
 * stands above its odds.
 */
export function OddsGrid({ game, isPicked, onPick }: OddsGridProps) {
  const offered = offersOn(game);
  const columns = markets.filter((market) => offered.some((offer) => offer.market === market));
  const drawOffered = offered.some((offer) => offer.side === 'draw');
  const [top, bottom] = teamOrder(game);
  /** The rows, each with the sides of the markets beside its team or draw. */
  const rows: { row: Team | 'draw'; sides: readonly Side[] }[] = [
    { row: top, sides: [top, 'over'] },
    ...(drawOffered ? [{ row: 'draw' as const, sides: ['draw' as const] }] : []),
    { row: bottom, sides: [bottom, 'under'] },
  ];
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_repeat(var(--columns),var(--odds-width))] items-center gap-1 ${columns.length === 1 ? '[--odds-width:7rem]' : '[--odds-width:3.625rem] min-[30rem]:[--odds-width:4.125rem]'} min-[30rem]:gap-1.5 @max-[21rem]:grid-cols-[repeat(var(--columns),1fr)]`}
      style={{ '--columns': columns.length } as CSSProperties}
    >
      <span className={`truncate text-faint text-xs ${wholeRow}`} title={game.competition ?? undefined}>
        {game.competition}
      </span>
      {columns.map((market) => (
        <span key={market} className="text-center text-xs font-semibold text-faint">
          {marketRules[market].heading}
        </span>
      ))}
      {rows.map(({ row, sides }) => (
        <Fragment key={row}>
          <div className={wholeRow}>
            {row === 'draw' ? <p className="pl-9 font-semibold text-soft">Draw</p> : <TeamRow game={game} team={row} />}
          </div>
          {columns.map((market) => {
            const offer = offered.find((one) => one.market === market && sides.includes(one.side));
            return offer ? (
              <OddsButton
                key={market}
                offer={offer}
                pick={pickId({ gameId: game.id, ...offer })}
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

type OddsButtonProps = {
  offer: Offer;
  /** The `pickId`, by which the slip leads back to the button. */
  pick: string;
  name: string;
  picked: boolean;
  onPick: () => void;
};

function OddsButton(props: OddsButtonProps) {
  const { market, side, line, price } = props.offer;
  const words = line === null ? showPrice(price) : `${letters[side] ?? ''}${showLine(market, line)}`;
  return (
    <button
      type="button"
      aria-label={props.name}
      aria-pressed={props.picked}
      data-market={market}
      data-pick={props.pick}
      onClick={props.onPick}
      className="group relative isolate min-h-12 py-0.5 overflow-hidden rounded-[11px] border border-edge bg-raised leading-[1.2] transition-colors duration-100 hover:border-faint active:scale-[0.98] aria-pressed:border-gold aria-pressed:bg-gold aria-pressed:text-gold-ink"
    >
      <Flash of={`${line} ${price}`} />
      <span className={`block font-semibold ${words.length > 6 ? 'text-note tracking-tight' : 'text-sm'}`}>
        {words}
      </span>
      {line !== null && (
        <span className="block text-note text-soft group-aria-pressed:text-gold-ink">{showPrice(price)}</span>
      )}
    </button>
  );
}
