import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { settleGames } from '../settlement/settle.ts';
import { decideGame } from './decide-game.ts';
import { aBet } from './games.ts';
import { ageLeague } from './leagues.ts';
import type { Player, World } from './world.ts';

/** The player wins 90.91 with a bet of 100, and the running week, which has it, is frozen. */
export async function freezeAWeek(world: World, league: Group, player: Player): Promise<void> {
  const game = await world.addGame();
  await player.call(placeBet, { body: aBet(league, game, '100') });
  const now = new Date();
  await decideGame(world.database, game.id, { home: 30, away: 0 }, now);
  await settleGames(world.database, now, 0);
  await ageLeague(world.database, league, 1);
  await freezeWeeks(world.database);
}
