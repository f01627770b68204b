import { previewGameResult, setGameResult, type WantedOutcome } from '#shared/api/admin-games.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import { fromWire } from '#shared/domain/money.ts';
import type { Chance, Fixture } from '../oracle/schedule.ts';
import { anAdmin, askAsAdmin } from './admin-acts.ts';
import { bet } from './bet-acts.ts';
import { BrokenLaw, type Season } from './season.ts';

const day = 24 * 3_600_000;

/** An admin sees what a result by hand would move, and mostly writes it. */
export async function decideByHand(season: Season): Promise<void> {
  const { chance, clock, feed } = season;
  const admin = anAdmin(season);
  const now = clock.ms();
  const begun = feed.fixtures.filter(({ kickOff }) => kickOff < now && kickOff > now - 5 * day);
  const listed = chance.is(0.95) ? begun : feed.fixtures;
  if (!admin || listed.length === 0) return;
  const fixture = chance.pick(listed);
  const gameId = fixture.id;
  const outcome = drawOutcome(chance, fixture);
  const sent = { params: { gameId }, mayShow: { betsOn: gameId } };
  const { reply } = await askAsAdmin(season, admin, previewGameResult, { ...sent, body: { outcome } });
  if (!reply) return;
  checkMoves(season, gameId, reply, 'before');
  if (chance.is(0.2)) await bet(season); // the preview may be outdated then
  if (chance.is(0.2)) return;
  const body = { outcome, reason: 'As the league says', rev: reply.rev, digest: reply.digest };
  const written = await askAsAdmin(season, admin, setGameResult, { ...sent, body });
  if (written.reply && !written.wasCut) checkMoves(season, gameId, reply, 'after');
}

function drawOutcome(chance: Chance, { snapshot }: Fixture): WantedOutcome {
  if (chance.is(0.3)) return { isVoid: true };
  const { sport, homePoints, awayPoints } = snapshot;
  const [home, away] = chance.is(0.6) ? [homePoints, awayPoints] : [chance.below(9), chance.below(9)];
  return { isVoid: false, home, away, halfInnings: sport === 'MLB' ? chance.pick([18, 12]) : null };
}

/** The law of a preview: each balance is what it says, `before` the result is written and `after` it. */
function checkMoves(
  { books }: Season,
  gameId: string,
  preview: ReplyInput<typeof previewGameResult>,
  when: 'before' | 'after',
): void {
  if (preview.isHidden && preview.leagues.length > 0) throw new BrokenLaw(`a preview of ${gameId} shows hidden bets`);
  for (const { id, members } of preview.leagues) {
    for (const member of members) {
      const total = books.totalOf(id, member.userId);
      if (total === fromWire(member[when])) continue;
      throw new BrokenLaw(
        `${gameId} by hand: ${member.userId} has ${total} ${when} it, and the preview says ${member[when]}`,
      );
    }
  }
}
