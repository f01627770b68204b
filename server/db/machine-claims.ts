import type pg from 'pg';
import type { Database } from './connection.ts';

/** The leagues of one machine of a Citus, by its group; null stands for all leagues of one Postgres. */
export type Share = number | null;

export type Claims = {
  /** The shares that can be reached. */
  shares: readonly Share[];
  /** Whether the league is of this share. */
  isIn(share: Share, leagueId: string): boolean;
  /**
   * Claims a share and gives back the one before. False if another worker has it: then it settles these leagues, and
   * this run does not ask again. The share of one Postgres needs no claim.
   */
  take(share: Share): Promise<boolean>;
  /** Gives back the share that this run has. */
  release(): Promise<void>;
};

/** The first key of two-key advisory locks; the second is the machine's group. Chosen: no other code uses it. */
const claimKey = 8;

/**
 * The claims of one run, on the machines that had the leagues when it began: a shard that moves meanwhile is settled all the
 * same, by its first machine's claim. A claim is an advisory lock of the coordinator that belongs to a connection: it ends with the
 * process. It only spares workers from doing the same work: the rows decide what is settled, also without a claim.
 */
export function createClaims({ machines, pool }: Database): Claims {
  const { groups, of } = machines.placement();
  const refused = new Set<number>();
  let client: pg.PoolClient | null = null;
  let locked: number | null = null;

  async function giveBack(connection: pg.PoolClient): Promise<void> {
    if (locked !== null) await connection.query('select pg_advisory_unlock($1, $2)', [claimKey, locked]);
    locked = null;
  }

  return {
    shares: groups.length > 0 ? groups : [null],
    isIn: (share, leagueId) => share === null || of(leagueId) === share,
    take: async (share) => {
      if (share === null || share === locked) return true;
      if (refused.has(share)) return false;
      client ??= await pool.connect();
      await giveBack(client);
      const { rows } = await client.query<{ isTaken: boolean }>('select pg_try_advisory_lock($1, $2) as "isTaken"', [
        claimKey,
        share,
      ]);
      if (rows[0]?.isTaken) locked = share;
      else refused.add(share);
      return locked === share;
    },
    release: async () => {
      // A connection that cannot give back its lock is closed, which ends the lock as well.
      const broken = client && (await giveBack(client).catch((error: Error) => error));
      client?.release(broken ?? undefined);
      client = null;
    },
  };
}
