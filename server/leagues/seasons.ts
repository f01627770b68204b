import type { BodyOutput } from '#shared/api/endpoint.ts';
import type { createGroup, NextSeason } from '#shared/api/groups.ts';
import type { playAgain } from '#shared/api/seasons.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { can } from '#shared/domain/league-role.ts';
import { openToMembersAt } from '#shared/domain/next-season.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { busy, leagueUnreachable, Refusal } from '../lib/refusal.ts';
import { lockExclusive, type Member, requireMember } from './access.ts';
import { claimNextSeason, findNextId, findSeason, listSeasons, lockNextSeason, type Season } from './seasons-store.ts';
import { addLeague, newLeagueId } from './service.ts';
import { type BareLeague, fairPlayOf, findBareLeague, type LeagueRow } from './store.ts';

/** Chosen: the second try finds the season of another call, unless that one is deleted at once. */
const mostTries = 5;

/**
 * Starts the next season of a final league with the caller as its owner. If it was started before, returns that one, and
 * `isNew` is false. Refuses a league that is not final (409), everybody but its owner until 14 days after it became final
 * (403), a caller who was removed from the next season (403), and what the creation of any league refuses.
 *
 * The league's row claims an id first, and a second transaction creates the league of this id: the two may lie on two
 * machines, and a transaction writes to one league. A crash between them leaves a claim without a league, which the next
 * call completes. Both transactions take the same lock, and the second reads the claim again under it: any number of
 * calls at once make one league, and a deleted one, whose claim is taken back first, is not made again.
 */
export async function startNextSeason(
  database: Database,
  member: Member,
  wanted: BodyOutput<typeof playAgain>,
): Promise<{ season: NextSeason; isNew: boolean }> {
  const { withTx, machines } = database;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const claimed = await withTx((tx) => claimOrFind(tx, machines, member));
    if ('season' in claimed) return { season: claimed.season, isNew: false };
    const made = await withTx((tx) => create(tx, machines, member.userId, claimed, wanted));
    if (made) return { season: { id: made.id, name: made.name, joinCode: made.joinCode, isMember: true }, isNew: true };
  }
  throw busy();
}

/** A league, and the id that it claims for its next season. */
type Claim = { league: BareLeague; nextId: string };

/** The next season if there is one, else the claim, whose league the caller creates in another transaction. */
async function claimOrFind(
  tx: Db,
  machines: Database['machines'],
  member: Member,
): Promise<Claim | { season: NextSeason }> {
  await lockNextSeason(tx, member.leagueId);
  const league = await lockExclusive(tx, member.leagueId);
  const { role } = await requireMember(tx, member.userId, member.leagueId);
  if (league.finalizedAt === null) {
    throw new Refusal(409, 'not-final', 'The next season starts once the standings of this one are final');
  }
  if (league.nextId !== null) {
    if (machines.unreachable([league.nextId]).length > 0) throw leagueUnreachable();
    const season = await findSeason(tx, league.nextId, member.userId);
    if (season?.isRemoved) throw new Refusal(403, 'removed', 'You were removed from the next season of this league');
    if (season) return { season: presentSeason(season) };
  }
  const now = await databaseNow(tx);
  const openAt = openToMembersAt(league.finalizedAt);
  if (!can(role, 'playAgain') && now < openAt) {
    const words = `Until ${showInstant(openAt)} only the owner may start the next season`;
    throw new Refusal(403, 'too-early', words);
  }
  const nextId = league.nextId ?? newLeagueId(machines);
  await claimNextSeason(tx, league.id, nextId, now);
  return { league, nextId };
}

/** Creates the league of a claim; null if it was created, or the claim taken back, meanwhile. */
async function create(
  tx: Db,
  machines: Database['machines'],
  userId: string,
  { league, nextId }: Claim,
  wanted: BodyOutput<typeof playAgain>,
): Promise<LeagueRow | null> {
  await lockNextSeason(tx, league.id);
  if ((await findNextId(tx, league.id)) !== nextId || (await findBareLeague(tx, nextId))) return null;
  await requireMember(tx, userId, league.id); // the caller may have been removed since the claim
  const before = { previousId: league.id, seriesId: league.seriesId ?? league.id, season: league.season + 1 };
  const made = await addLeague(tx, machines, userId, { id: nextId, ...before, ...withOptionsOf(league, wanted) });
  await recordLeagueChanges(tx, [league.id]); // its members see the invitation
  return made;
}

/** The wanted settings, and the options of the final league where they name none. */
function withOptionsOf(
  league: BareLeague,
  { allowedSports, reveal, remarks, fairPlay, approvesJoins, ...wanted }: BodyOutput<typeof playAgain>,
): BodyOutput<typeof createGroup> {
  return {
    ...wanted,
    allowedSports: allowedSports ?? league.allowedSports,
    reveal: reveal ?? league.reveal,
    remarks: remarks ?? league.remarks,
    fairPlay: fairPlay ?? fairPlayOf(league),
    approvesJoins: approvesJoins ?? league.approvesJoins,
  };
}

/** The seasons before and after the leagues of a user, as the user may see them, by league. */
export async function listNeighbours(
  database: Pick<Database, 'db' | 'machines'>,
  leagues: readonly Pick<BareLeague, 'id' | 'nextId' | 'previousId'>[],
  userId: string,
): Promise<Map<string, Neighbours>> {
  const own = new Set(leagues.map(({ id }) => id));
  const nextIds = leagues.flatMap(({ nextId }) => nextId ?? []);
  const seasons = await listSeasons(database, nextIds, userId);
  return new Map(
    leagues.map(({ id, previousId, nextId }) => {
      const next = nextId === null ? undefined : seasons.get(nextId);
      return [
        id,
        {
          previousId: previousId !== null && own.has(previousId) ? previousId : null,
          next: next && !next.isRemoved ? presentSeason(next) : null,
        },
      ];
    }),
  );
}

export type Neighbours = { previousId: string | null; next: NextSeason | null };

function presentSeason({ id, name, joinCode, isMember }: Season): NextSeason {
  return { id, name, joinCode, isMember };
}
