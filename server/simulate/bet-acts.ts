import { groupBetsPage } from '#shared/api/bet-pages.ts';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { removeNote, setReaction, ticketRemarks } from '#shared/api/remark-calls.ts';
import type { Price } from '#shared/domain/price.ts';
import { reactions } from '#shared/domain/remarks.ts';
import { allowsSport } from '#shared/domain/sport.ts';
import type { Chance, Fixture, Offers } from '../oracle/schedule.ts';
import { memberOf } from './draw.ts';
import { hearChanges } from './page-acts.ts';
import { type Answer, BrokenLaw, type League, type Person, type Season } from './season.ts';

const hour = 3_600_000;
const stakes = ['1', '5', '10', '25', '60', '150', '400', '1000'] as const;

type Leg = BodyInput<typeof placeParlay>['bets'][number];
type Placing = { endpoint: typeof placeBet | typeof placeParlay; body: never; headers: { 'idempotency-key': string } };

/** Places a bet as somebody does who reads the slate: mostly valid, sometimes too late, too much or at an old price. */
export async function bet(season: Season): Promise<void> {
  const { chance, feed, clock } = season;
  const found = memberOf(season);
  if (!found) return;
  const now = clock.ms();
  const { allowedSports } = found.league;
  const upcoming = feed.fixtures.filter(({ snapshot: { sport, startsAt, status } }) => {
    const isSoon = status === 'scheduled' && startsAt > now && startsAt < now + 72 * hour;
    return isSoon && allowsSport(allowedSports, sport);
  });
  const listed = chance.is(0.95) ? upcoming : feed.fixtures;
  const fixtures = new Set<Fixture>();
  for (let legs = chance.pick([1, 1, 1, 2, 3, 4]); legs > 0 && listed.length > 0; legs -= 1)
    fixtures.add(chance.pick(listed));
  if (fixtures.size === 0) return;
  const placing = drawPlacing(
    season,
    found,
    [...fixtures].map((fixture) => drawLeg(chance, fixture)),
  );
  const isWatched = chance.is(0.2) && (await hearChanges(season));
  const answer = await place(season, found.person, placing);
  if (isWatched) await hearChanges(season, found.person);
  if (chance.is(0.08) || answer.wasCut) await repeat(season, found.person, placing, answer);
}

function drawLeg(chance: Chance, { id, offers }: Fixture): Leg {
  const market = chance.pick((['spread', 'moneyline', 'total'] as const).filter((name) => offers[name].length > 0));
  const [side, line, price] = chance.pick<Offers[typeof market][number]>(offers[market]);
  const odds = (chance.is(0.97) ? price : price + 15) as Price;
  return { gameId: id, betType: market, betSide: side, odds, line: line === null ? null : String(line) };
}

function drawPlacing({ chance, counts }: Season, { league }: { league: League }, legs: Leg[]): Placing {
  const note = chance.is(0.1) ? chance.pick(['this one', 'my team', 'why not']) : null;
  const [first] = legs;
  const amount = chance.pick(stakes);
  const isSingle = legs.length === 1 && first !== undefined;
  return {
    endpoint: isSingle ? placeBet : placeParlay,
    body: (isSingle
      ? { ...first, groupId: league.id, amount, note }
      : { bets: legs, groupId: league.id, totalAmount: amount, note }) as never,
    // A browser makes one of each bet.
    headers: { 'idempotency-key': `00000000-0000-4000-8000-${String(counts.requests).padStart(12, '0')}` },
  };
}

async function place(
  season: Season,
  person: Person,
  { endpoint, body, headers }: Placing,
): Promise<Answer<typeof placeBet>> {
  const answer = await season.ask(person, endpoint as typeof placeBet, { body, headers });
  const placed = ticketsIn(answer);
  if (answer.reply && placed.length > 1) throw new BrokenLaw(`one request placed ${placed.join()}`);
  season.counts.tickets += placed.length;
  return answer;
}

/** Sends the same request with the same key: it must end as one. */
async function repeat(season: Season, person: Person, placing: Placing, first: Answer<typeof placeBet>): Promise<void> {
  const second = await place(season, person, placing);
  if (second.status >= 500) return; // cut once more
  const [before, after] = [ticketsIn(first), ticketsIn(second)];
  const words = `${JSON.stringify(placing.body)}\n  ${first.status} ${first.text}\n  ${second.status} ${second.text}`;
  if (before.length + after.length > 1) throw new BrokenLaw(`one key became two tickets: ${words}`);
  if (before.length === 1 && !second.reply) throw new BrokenLaw(`a placed bet was refused when repeated: ${words}`);
  if (first.reply && second.text !== first.text) throw new BrokenLaw(`a repeated bet was answered otherwise: ${words}`);
  if (second.reply && before.length + after.length === 0)
    throw new BrokenLaw(`a bet was answered and not placed: ${words}`);
}

function ticketsIn({ entries }: Answer<typeof placeBet>): string[] {
  return entries.flatMap(({ table, act, row }) => (table === 'tickets' && act === 'INSERT' ? [row.id as string] : []));
}

/** Reads a league's activity, and reacts to a bet of it or removes its note. */
export async function react(season: Season): Promise<void> {
  const { chance } = season;
  const found = memberOf(season);
  if (!found) return;
  const { person, league } = found;
  const { reply } = await season.ask(person, groupBetsPage, { params: { id: league.id, limit: '10' } });
  const shown = reply?.bets.flatMap(({ remarks }) => (remarks ? [remarks] : [])) ?? [];
  if (shown.length === 0) return;
  const { ticketId, mayRemoveNote, note } = chance.pick(shown);
  const params = { id: league.id, ticketId };
  if (note && mayRemoveNote && chance.is(0.2)) await season.ask(person, removeNote, { params });
  else {
    const answer = await season.ask(person, setReaction, { params, body: { reaction: chance.pick(reactions) } });
    if (answer.reply || answer.wasCut) person.reactedTo.add(ticketId);
  }
  if (chance.is(0.2)) await season.ask(person, ticketRemarks, { params });
}
