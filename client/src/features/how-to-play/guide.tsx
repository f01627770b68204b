import { presets } from '#shared/domain/fair-play.ts';
import { joinCodeLength } from '#shared/domain/join-code.ts';
import { marketRules } from '#shared/domain/market.ts';
import { showChing, showWhole, startingBalance } from '#shared/domain/money.ts';
import { ruleWords, unusualGames } from '#shared/domain/rulebook.ts';
import { markets } from '#shared/domain/side.ts';
import { maxLegs, minParlayLegs } from '#shared/domain/slip.ts';
import { sportRules, sports } from '#shared/domain/sport.ts';
import { sportDescriptions } from '#shared/domain/sport-descriptions.ts';
import { GuideSection } from './guide-section.tsx';
import { RuleTable } from './rule-table.tsx';
import { examples, type WorkedOdds } from './worked-odds.ts';

const slateWords = { week: 'week by week', day: "today's games", 'next-7-days': 'the next 7 days' };

const marketTerms = markets
  .flatMap((market) => marketRules[market].guide)
  .map(({ term, words, rule }) => [term, `${words}${ruleWords(rule)}`] as const);

const { underdog, favourite, parlay } = examples;

const { activeWeeksPct, maxInPlayPct, rescue, maxLegs: fairLegs } = presets.fairPlay;

/** The options under Fair play. Source: docs/house-rules.md#fair-play, and docs/fair-play.md for the figures. */
const fairPlayTerms: [string, string][] = [
  [
    'Active weeks',
    `a champion has been active in ${activeWeeksPct}% of their weeks, rounded down. A week is active once a tenth of the balance at its start is placed in it, 100 at most; a week without games does not count. Favorites shorter than -300 and bets on both sides of one market do not count.`,
  ],
  ['Open bets', `at most ${maxInPlayPct}% of your balance may be in open bets, but always 10.`],
  ['Late start', 'who joins after the first week gets the median of the others, between 250 and 1,000.'],
  ['Rescue', `below 50 you may take ${showWhole(rescue)} once. It gives up the title, and your row says so.`],
  ['Parlays', `up to ${fairLegs} legs.`],
];

/** The page How to Play. Its figures and rules come from the code that computes payouts and grades bets. */
export function Guide() {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <GuideSection title="What is Ching">
        <p>
          Ching is a virtual currency for betting on real games with your friends. It is <b>not money</b>: it cannot be
          bought, sold or paid out.
        </p>
        <p>
          Every member starts with <b>{showChing(startingBalance)}</b> in each league they join. The highest balance at
          the league's end date wins.
        </p>
      </GuideSection>

      <GuideSection title="Leagues and Groups">
        <p>
          A league is a private group of friends. <b>Create a league</b> and share its {joinCodeLength}-character code,
          or <b>join one</b> with the code of a friend before its join deadline.
        </p>
        <p>
          Balances are kept league by league: what you win or lose in one does not move another. You always see your own
          bets; those of others show once they are settled, or once the game has started where the league's owner chose
          so.
        </p>
        <div className="grid gap-2">
          <h3 className="font-bold text-ink">Fair play</h3>
          <p>
            A league plays <b>Classic</b>, where nothing but the balance counts, or <b>Fair play</b>, or by rules that
            its owner adjusted. They are fixed once the first bet is placed, and stand in the league's details.
          </p>
          <Terms terms={fairPlayTerms} />
          <p>
            In 2,500 simulated seasons a member who never bets won 16% of the titles under Classic, more than an equal
            share, and none under Fair play.
          </p>
        </div>
      </GuideSection>

      <GuideSection title="Available Sports">
        <Terms
          terms={sports.map((sport) => [sport, `${sportDescriptions[sport]}, ${slateWords[sportRules[sport].slate]}`])}
        />
        <p>A league may be for one sport only. Betting on a game closes when it starts.</p>
      </GuideSection>

      <GuideSection title="Types of Bets">
        <Terms
          terms={[
            ...marketTerms,
            ['Parlay', `${minParlayLegs} to ${maxLegs} bets on one stake, at most one a game: all of them must win.`],
          ]}
        />
        <p>
          On a <b>push</b> your stake comes back. So it does when a bet is void: when a game is cancelled, abandoned or
          not played in time. In a parlay a pushed or void leg drops out, and the others decide.
        </p>
        <div>
          <h3 className="font-bold text-ink">How each sport is settled</h3>
          <RuleTable />
        </div>
        <div className="grid gap-2">
          <h3 className="font-bold text-ink">When a game does not go by plan</h3>
          <Terms terms={unusualGames.map(({ title, words }) => [title, words])} />
        </div>
      </GuideSection>

      <GuideSection title="How to Place Bets">
        <ol className="grid list-decimal gap-2 pl-5 marker:font-semibold marker:text-ink">
          <li>
            <b>Browse games</b> on the Games page, sport by sport.
          </li>
          <li>
            <b>Select bets</b> by tapping their odds: they go to your bet slip.
          </li>
          <li>
            <b>Enter amounts</b> in whole Ching, one for each bet.
          </li>
          <li>
            <b>Choose the league</b> whose balance they are placed from.
          </li>
          <li>
            <b>Review and submit.</b> The odds are fixed from then on, whatever happens to them afterwards.
          </li>
        </ol>
        <p>
          With several bets on the slip you can switch it to <b>Parlay</b>: one stake, the odds multiplied, and all of
          them must win.
        </p>
      </GuideSection>

      <GuideSection title="Understanding Odds and Payouts">
        <p>
          Odds are American. <b>Plus</b> odds say what 100 wins; <b>minus</b> odds say what to bet to win 100. A winning
          bet returns your stake with the profit.
        </p>
        <div className="grid gap-3 sm:grid-cols-3">
          <Example name="Underdog" {...underdog} />
          <Example name="Favorite" {...favourite} />
          <Example name={`Parlay of ${parlay.legs}`} {...parlay} />
        </div>
        <p>
          {underdog.odds} on {underdog.stake} wins {underdog.profit} profit, {underdog.returned} total return.{' '}
          {favourite.odds} means bet {favourite.stake} to win {favourite.profit} profit, {favourite.returned} total
          return. A parlay of {parlay.legs} bets at {favourite.odds} each on {parlay.stake} returns {parlay.returned}.
        </p>
      </GuideSection>

      <GuideSection title="Leaderboards">
        <p>
          Members rank by their current balance in that league, stakes of open bets included, so placing a bet moves
          nobody. Members with equal balances share a rank.
        </p>
        <p>
          After its end date a league is final once all of its bets are settled and no score of its games is being
          corrected. Until then its page says what it waits for.
        </p>
        <p>
          Your own history stands on <b>My Bets</b>, with the rule that settled each bet.
        </p>
      </GuideSection>

      <GuideSection title="Tips">
        <ul className="grid list-disc gap-2 pl-5">
          <li>Spread your Ching over many bets: one lost stake is then never the end.</li>
          <li>Parlays pay more because they win less often.</li>
          <li>Odds move until a game starts. If they move under your slip, you are asked first.</li>
          <li>Keep an eye on the league's end date: betting ends there.</li>
        </ul>
      </GuideSection>
    </div>
  );
}

function Terms({ terms }: { terms: readonly (readonly [name: string, words: string])[] }) {
  return (
    <dl className="grid gap-2">
      {terms.map(([name, words]) => (
        <div key={name}>
          <dt className="inline font-semibold text-ink">{name}: </dt>
          <dd className="inline">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function Example({ name, odds, stake, profit, returned }: WorkedOdds & { name: string }) {
  return (
    <div className="rounded-xl bg-raised p-4">
      <p className="flex items-baseline justify-between gap-2">
        <span className="text-sm">{name}</span>
        <b className="text-xl tabular-nums">{odds}</b>
      </p>
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-y-0.5 text-sm [&_dd]:text-right [&_dd]:font-semibold [&_dd]:text-ink [&_dd]:tabular-nums">
        <dt>Bet</dt>
        <dd>{stake}</dd>
        <dt>Profit</dt>
        <dd>{profit}</dd>
        <dt>Total return</dt>
        <dd>{returned}</dd>
      </dl>
    </div>
  );
}
