import type { ReplyInput } from '#shared/api/endpoint.ts';
import { type memberShelf, mostAwards } from '#shared/api/shelf.ts';
import { awardKinds } from '#shared/domain/award.ts';
import { toWire } from '#shared/domain/money.ts';
import type { Database } from '../db/connection.ts';
import { presentLeg } from './present-weeks.ts';
import type { SharedLeagues } from './shared-leagues.ts';
import type { SharedLeague } from './shared-leagues-store.ts';
import { type FinalRow, listShelf, type ShelfRows } from './shelf-store.ts';

type WireShelf = ReplyInput<typeof memberShelf>;

/** The seasons and awards of a user in these leagues, from frozen rows alone. */
export async function readShelf(database: Database, { leagues, userId }: SharedLeagues): Promise<WireShelf> {
  const ids = leagues.map(({ id }) => id);
  const { finals, awards, earned } = await listShelf(database, ids, userId);
  const placeOf = new Map(ids.map((id, at) => [id, at]));
  const latestFirst = awards.sort(
    (one, other) =>
      (placeOf.get(one.leagueId) ?? 0) - (placeOf.get(other.leagueId) ?? 0) ||
      other.week - one.week ||
      awardKinds.indexOf(one.kind) - awardKinds.indexOf(other.kind),
  );
  return {
    seasons: leagues.map((league) =>
      presentSeason(
        league,
        finals.find(({ leagueId }) => leagueId === league.id),
        awards.filter(({ leagueId }) => leagueId === league.id),
      ),
    ),
    kinds: awardKinds.map((kind) => ({
      kind,
      times: awards.filter((award) => award.kind === kind).length,
      isEarned: earned.has(kind),
    })),
    awards: latestFirst.slice(0, mostAwards).map(({ kind, leagueId, week, facts: { leg, ...facts } }) => ({
      kind,
      groupId: leagueId,
      week,
      ...facts,
      ...(leg && { leg: presentLeg(leg) }),
    })),
  };
}

function presentSeason(
  { id, name, season, startedAt, finalizedAt }: SharedLeague,
  final: FinalRow | undefined,
  awards: ShelfRows['awards'],
): WireShelf['seasons'][number] {
  const instant = (at: number) => new Date(at).toISOString();
  return {
    groupId: id,
    name,
    season,
    startedAt: instant(startedAt),
    weeksWon: awards.filter(({ kind }) => kind === 'week-won').length,
    final:
      final && finalizedAt !== null
        ? {
            finalizedAt: instant(finalizedAt),
            rank: final.rank,
            members: final.members,
            balance: toWire(final.balance),
            isChampion: awards.some(({ kind }) => kind === 'title'),
            isEligible: final.asksWeeks ? final.isEligible : null,
          }
        : null,
  };
}
