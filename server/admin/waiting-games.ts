import { showInstant } from '#shared/domain/eastern.ts';
import { correctionHours } from '#shared/domain/limits.ts';
import type { Database, Db } from '../db/connection.ts';
import { listQuarantined } from '../feed/store.ts';
import { findGames, type GameRow } from '../games/store.ts';
import { type Disputed, listDisputedGames, listOverdueGames, whyItWaits } from '../settlement/overdue.ts';
import { presentAdminGames, type Waits } from './game-view.ts';
import { listRecentlyDecided, listUnresolved, searchGames } from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const fortnightMs = 14 * 24 * hourMs;
/** Chosen: two polls confirm a result within minutes, so a game that ended this long ago waits for something else. */
const confirmedWithinMs = 10 * minuteMs;
/** Chosen: the most games in the list, the most certain reasons first. */
const most = 100;

type Waiting = { game: GameRow; waits: Waits };

/**
 * The games that need somebody, each once, with the reason that says most: what the feed disputes, what was quarantined,
 * what is suspended or not confirmed, and then what is only late.
 */
export async function readWaitingGames(database: Database, now: Date) {
  const { db } = database;
  const found = new Map<string, Waiting>();
  for (const each of [
    ...(await listDisputedGames(db)).map(disputed),
    ...(await listQuarantinedGames(db, now)),
    ...(
      await listUnresolved(db, new Date(now.getTime() - fortnightMs), new Date(now.getTime() - confirmedWithinMs))
    ).map(unresolved),
    ...(await listOverdueGames(database, now)).map(({ game, why, originalStart, voidBy }) => ({
      game,
      waits: {
        why: 'overdue' as const,
        since: originalStart.toISOString(),
        detail: `${why}; void if not final by ${showInstant(voidBy, now)}`,
      },
    })),
  ])
    if (!found.has(each.game.id) && found.size < most) found.set(each.game.id, each);
  const waits = new Map([...found].map(([id, each]) => [id, each.waits]));
  return presentAdminGames(
    db,
    [...found.values()].map(({ game }) => game),
    waits,
    now,
  );
}

/** Games by words, or without words those whose first result may still be corrected. */
export async function findGamesToSet(db: Db, words: string, now: Date) {
  const at = (ms: number) => new Date(now.getTime() + ms);
  const games =
    words === ''
      ? await listRecentlyDecided(db, at(-correctionHours * hourMs))
      : await searchGames(db, words, at(-fortnightMs), at(fortnightMs));
  return presentAdminGames(db, games, new Map(), now);
}

function disputed({ game, correction, why }: Disputed): Waiting {
  const detail = `the feed corrects it; waits for ${why}`;
  return { game, waits: { why: 'unconfirmed', since: correction.since.toISOString(), detail } };
}

function unresolved(game: GameRow): Waiting {
  const why = game.status === 'suspended' ? 'suspended' : 'unconfirmed';
  const detail = whyItWaits({ game, absence: null });
  return { game, waits: { why, since: game.changedAt.toISOString(), detail } };
}

/** Games without a result whose event was quarantined by the last answer that listed it, the earliest start first. */
async function listQuarantinedGames(db: Db, now: Date): Promise<Waiting[]> {
  const events = await listQuarantined(db, new Date(now.getTime() - hourMs));
  const reasons = new Map<string, string>(
    events.flatMap(({ of, feed, eventId, reason }) =>
      of === 'games' && eventId !== null ? [[`${feed}:${eventId}`, reason] as const] : [],
    ),
  );
  const games = await findGames(db, [...reasons.keys()]);
  return games
    .filter(({ resultRev }) => resultRev === 0)
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || (one.id < other.id ? -1 : 1))
    .map((game) => ({ game, waits: { why: 'quarantined', since: null, detail: reasons.get(game.id) ?? '' } }));
}
