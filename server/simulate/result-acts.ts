import { previewGameResult, setGameResult, type WantedOutcome } from '#shared/api/admin-games.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import { type Cents, fromWire } from '#shared/domain/money.ts';
import type { Chance, Fixture } from '../oracle/schedule.ts';
import { anAdmin, askAsAdmin, openAsAdmin } from './admin-acts.ts';
import type { Entry } from './journal.ts';
import { BrokenLaw, type Person, type Season } from './season.ts';

type Preview = ReplyInput<typeof previewGameResult>;

const day = 24 * 3_600_000;

/** An admin, or somebody who tries to be one, decides a game; sometimes another decision comes between. */
export async function decideByHand(season: Season): Promise<void> {
  const { chance, clock, feed } = season;
  const person = anAdmin(season);
  const now = clock.ms();
  const begun = feed.fixtures.filter(({ kickOff }) => kickOff < now && kickOff > now - 5 * day);
  const listed = chance.is(0.9) ? begun : feed.fixtures;
  if (!person || listed.length === 0) return;
  const fixture = chance.pick(listed);
  const [outcome, other] = [drawOutcome(chance, fixture), drawOutcome(chance, fixture)];
  const preview = await see(season, person, fixture.id, outcome);
  if (!preview) return;
  if (chance.is(0.2)) {
    const between = await see(season, person, fixture.id, other);
    if (between) await write(season, person, fixture.id, other, between);
  }
  if (chance.is(0.8)) await write(season, person, fixture.id, outcome, preview);
}

function drawOutcome(chance: Chance, { snapshot }: Fixture): WantedOutcome {
  if (chance.is(0.3)) return { isVoid: true };
  const { sport, homePoints, awayPoints } = snapshot;
  const [home, away] = chance.is(0.6) ? [homePoints, awayPoints] : [chance.below(9), chance.below(9)];
  return { isVoid: false, home, away, halfInnings: sport === 'MLB' ? chance.pick([18, 12]) : null };
}

/** Asks what the outcome would move; null if that is refused. Nobody sees bets on a game that takes some. */
async function see(season: Season, person: Person, gameId: string, outcome: WantedOutcome): Promise<Preview | null> {
  const { books, clock } = season;
  const mayShow = books.takesBets(gameId, clock.ms()) ? {} : { betsOn: gameId };
  const sent = { params: { gameId }, body: { outcome }, mayShow };
  const { reply } = await openAsAdmin(season, person, previewGameResult, sent);
  if (reply) checkTotals(season, gameId, reply, 'before');
  return reply;
}

/** Writes a result that was seen: it moves what the preview said, and is refused if another one came between. */
async function write(
  season: Season,
  person: Person,
  gameId: string,
  outcome: WantedOutcome,
  preview: Preview,
): Promise<void> {
  const { rev, digest, isHidden, more, leagues } = preview;
  const body = { outcome, reason: 'As the league says', rev, digest };
  const { reply, wasCut, entries } = await askAsAdmin(season, person, setGameResult, { params: { gameId }, body });
  const wrongRev = entries.find(({ table, row }) => table === 'results' && row.rev !== rev + 1);
  if (wrongRev) throw new BrokenLaw(`${gameId} by hand: seen after revision ${rev}, written as ${wrongRev.row.rev}`);
  if (!reply || wasCut) return;
  checkTotals(season, gameId, preview, 'after');
  const shown = new Set(leagues.flatMap(({ id, members }) => members.map(({ userId }) => `${id} ${userId}`)));
  const unseen = entries.filter((entry) => isEntry(entry) && !shown.has(`${entry.row.league_id} ${entry.row.user_id}`));
  if (!isHidden && more.leagues === 0 && unseen.length > 0) {
    throw new BrokenLaw(`${gameId} by hand: moves what the preview did not say: ${JSON.stringify(unseen)}`);
  }
}

const isEntry = ({ table }: Entry) => table === 'ledger';

/** The totals of members are what a preview says, `before` the result is written and `after` it. */
function checkTotals({ books }: Season, gameId: string, { leagues }: Preview, when: 'before' | 'after'): void {
  for (const { id, members } of leagues) {
    for (const member of members) {
      const said = member[when];
      const total = books.totalOf(id, member.userId);
      if (total === fromWire(said) && sumOf(member.before, member.change) === fromWire(member.after)) continue;
      throw new BrokenLaw(`${gameId} by hand: ${member.userId} has ${total} ${when} it, and the preview says ${said}`);
    }
  }
}

const sumOf = (one: string, other: string) => ((fromWire(one) ?? 0) + (fromWire(other) ?? 0)) as Cents;
