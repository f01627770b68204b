import { expect, type Page } from '@playwright/test';
import { type Bet, listBets } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { type Group, updateGroup } from '#shared/api/groups.ts';
import { askToJoin } from '#shared/api/join-requests.ts';
import { setReaction } from '#shared/api/remark-calls.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { reactions } from '#shared/domain/remarks.ts';
import { ask } from './ask.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, type Leg, moneyline, placeLegs, placeSingle, play, replayId } from './play.ts';
import type { Stage } from './stage.ts';

/** Names of people and leagues as people type them, as long as the product takes them. */
export const names = {
  wide: 'W'.repeat(60),
  word: 'Lopadotemachoselachogaleokranioleipsanodrimhypotrimmatosilph',
  families: '👨‍👩‍👧‍👦'.repeat(34),
  arabic: 'رابطة الأصدقاء الذين يراهنون معا في كل يوم أحد من الموسم',
  hebrew: 'ליגת החברים שמהמרים ביחד בכל יום ראשון לאורך כל העונה',
  plain: 'Work',
};

/** Names of teams, other than those above: texts around them are told apart by them. */
export const teamNames = {
  wide: 'M'.repeat(60),
  word: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochau',
  families: '👩‍👩‍👧‍👦'.repeat(7),
  arabic: 'نادي المدينة الكبيرة الرياضي لكرة القدم في الشمال والجنوب',
  hebrew: 'מועדון הכדורגל של העיר הגדולה והיפה שעל שפת הים התיכון',
  plain: 'Rams',
};

export const email = `${'w'.repeat(60)}@${'w'.repeat(60)}.example.com`;

const typed = Object.values(names);
const teams = Object.values(teamNames);

/** A win at this price on 900 Ching makes 1,000,999 of the first 1,000. */
const jackpot = 111_111;
/** Twelve legs at these prices are more than +3,000,000. */
const legPrice = 137;

export type RealPeople = {
  page: Page;
  leagues: [Group, ...Group[]];
  /** Members of the first league. */
  friends: [Page, ...Page[]];
};

type Size = { leagues: number; members: number };

/**
 * A member of many leagues with a million, in a league of many members that has a game with many bets. A parlay of theirs
 * may return nine digits, and the league has the longest announcement. Names of people and leagues are those of `names`.
 * The second league is under Fair play. Bets on the live game have notes, and some of them every reaction.
 */
export async function gather(stage: Stage, person: () => Promise<Page>, size: Size): Promise<RealPeople> {
  const page = await person();
  await signUp(page, names.wide, email);
  const games = await namedGames(stage, page);
  const [won, live, ...later] = games;
  if (!won || !live) throw new Error('the replay has too few games');
  const leagues: Group[] = [];
  for (let at = 0; at < size.leagues; at += 1)
    leagues.push(
      await createLeague(page, typed[at % typed.length] ?? '', {
        description: names.word.repeat(8),
        reveal: 'started',
        ...(at === 1 && { fairPlay: { ...presets.fairPlay, rescue: '250' } }),
      }),
    );
  const [first, ...others] = leagues;
  if (!first) throw new Error('no league');

  const friends: Page[] = [];
  for (const name of [names.word, names.families, names.arabic, names.hebrew]) {
    const friend = await person();
    await signUp(friend, name, `friend.${friends.length}@example.com`);
    await join(first, friend);
    friends.push(friend);
  }
  const [friend, ...otherFriends] = friends;
  if (!friend) throw new Error('no friend');
  await stage.addMembers(first.id, size.members - 5, typed);

  await placeSingle(page, first, '900', moneyline(won, 'home'));
  await placeLegs(
    page,
    first,
    '30',
    [live, ...later].slice(0, 12).map((game) => moneyline(game, 'home')),
  );
  for (const friend of [page, ...friends]) {
    for (const leg of [moneyline(live, 'home'), moneyline(live, 'away'), over(live)])
      await placeSingle(friend, first, '10', leg, names.word);
    await placeLegs(
      friend,
      first,
      '5',
      [live, ...later].slice(0, 12).map((game) => moneyline(game, 'away')),
    );
  }
  for (const friend of friends) await placeSingle(friend, first, '900', moneyline(won, 'away'));

  play(stage, won, 'live', 7, 0);
  play(stage, live, 'live', 14, 10);
  await expect.poll(async () => (await footballSlate(page)).filter(({ status }) => status === 'live').length).toBe(2);
  play(stage, won, 'final', 24, 20);
  const isWon = (bet: Bet) => bet.gameId === won.id && bet.status === 'won';
  await expect.poll(async () => (await ask(page, listBets)).some(isWon), { timeout: 60_000 }).toBe(true);
  await placeLegs(
    page,
    first,
    '30000',
    later.slice(0, 12).map((game) => moneyline(game, 'home')),
  );
  await ask(page, updateGroup, { params: { id: first.id }, body: { announcement: 'W'.repeat(280) } });
  for (const author of [page, friend]) await reactTo(author, live, [page, ...friends]);
  return { page, leagues: [first, ...others], friends: [friend, ...otherFriends] };
}

type Asked = Pick<RealPeople, 'page'> & { leagues: readonly [Group, ...Group[]] };

/**
 * Signs up a person of each of `names`, one after the other in the same browser, who asks to join the first league: by
 * `askFirst` the first one, through the API the others.
 */
export async function letAllAsk(
  { page, leagues: [league] }: Asked,
  asker: Page,
  askFirst: () => Promise<unknown>,
): Promise<void> {
  await ask(page, updateGroup, { params: { id: league.id }, body: { approvesJoins: true } });
  for (const [at, name] of typed.entries()) {
    await signUp(asker, name, `asker.${at}@example.com`);
    if (at === 0) await askFirst();
    else await ask(asker, askToJoin, { body: { joinCode: league.joinCode } });
  }
}

/** The same, and lets all of them in. */
export async function letAllJoin(people: RealPeople, asker: Page): Promise<void> {
  const { page, leagues } = people;
  const [{ id, joinCode }] = leagues;
  await letAllAsk(people, asker, () => ask(asker, askToJoin, { body: { joinCode } }));
  await ask(page, updateGroup, { params: { id }, body: { approvesJoins: false } });
}

/** Each of these people but the bettor reacts to the bettor's singles on the game, in another way each time. */
async function reactTo(bettor: Page, { id }: GameView, people: readonly Page[]): Promise<void> {
  const bets = (await ask(bettor, listBets)).filter(({ gameId, parlayId }) => gameId === id && parlayId === null);
  const reacting = people.filter((one) => one !== bettor);
  for (const [at, { groupId, remarks }] of bets.entries()) {
    if (!remarks) throw new Error('a league with reactions is expected');
    const params = { id: groupId, ticketId: remarks.ticketId };
    for (const [place, one] of reacting.entries()) {
      const reaction = reactions[(at + place) % reactions.length];
      if (reaction) await ask(one, setReaction, { params, body: { reaction } });
    }
  }
}

/** Fourteen games of football, whose teams have long names; a win of the first one's home team makes a million. */
async function namedGames({ replay }: Stage, page: Page): Promise<GameView[]> {
  const games = replay.games().filter(({ sport }) => sport === 'NFL' || sport === 'CFB');
  for (const [at, { id }] of games.entries()) {
    const [name = '', city = ''] = [teams[at % teams.length], teams[(at + 1) % teams.length]];
    const price = at === 0 ? jackpot : legPrice;
    const odds = { moneylineHome: price, moneylineAway: at === 0 ? -jackpot : legPrice };
    replay.changeGame(id, { teams: { home: { city, name }, away: { city: name, name: city } }, odds });
  }
  let listed: GameView[] = [];
  await expect(async () => {
    const slate = [...(await footballSlate(page)), ...(await footballSlate(page, 'CFB'))];
    listed = games.flatMap(({ id }) => slate.filter((game) => replayId(game) === id));
    expect(listed.map((game) => game.moneylineHome)).toEqual(games.map((_game, at) => (at === 0 ? jackpot : legPrice)));
  }).toPass({ timeout: 40_000 });
  return listed;
}

function over({ id, totalPoints, overOdds }: GameView): Leg {
  if (overOdds === null) throw new Error(`${id} has no total`);
  return { gameId: id, betType: 'total', betSide: 'over', odds: overOdds, line: String(totalPoints) };
}
