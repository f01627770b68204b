import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { deleteGroup, type Group, removeMember, setDisplayName } from '#shared/api/groups.ts';
import { unsubscribe } from '#shared/api/mail.ts';
import { changeNoticeSettings } from '#shared/api/notice-settings.ts';
import { listNotices } from '#shared/api/notifications.ts';
import { freezeAfterMs, weekNumbered } from '#shared/domain/week.ts';
import { textOfLetter } from '../auth/service.ts';
import { readEnv } from '../env.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { sendDueLetters } from '../mail/send.ts';
import { mailTransport } from '../mail/transport.ts';
import { notify } from '../notifications/notify.ts';
import type { NewNotice } from '../notifications/store.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet, final } from '../testing/games.ts';
import { endLeague, fillLeague } from '../testing/leagues.ts';
import { aFinal, aRecap, endWait, lettersDue, mailTo } from '../testing/letters.ts';
import { deliveredTo } from '../testing/mail.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { aWriter, settleAt, write } from '../testing/notices.ts';
import { type Player, testSessionSecret, testWorld } from '../testing/world.ts';
import { queueLetters } from './queue.ts';
import { writtenLetters } from './text.ts';
import { linkKeyOf, unsubscribeToken } from './unsubscribe.ts';

const world = await testWorld({ APP_URL: 'https://ching.example' });
const { database } = world;
let league: Group;
let [ann, bob] = [] as unknown as [Player, Player];

beforeEach(async () => {
  await world.clear();
  ann = await world.signUp('Ann');
  league = await world.league(ann);
  bob = await world.member(league, 'Bob');
  await mailTo(world, ann, 'recap', 'final');
});
afterAll(() => world.drop());

const notice = (make: typeof aRecap | typeof aFinal, player = ann, group = league): NewNotice =>
  make(player.user.id, group.id);
const queued = async () => {
  const { rows } = await database.pool.query<{ kind: string; wait: number | null }>(`
    select n.kind, round(extract(epoch from m.due_at - now()))::int as wait
    from mails m join notifications n on n.id = m.notification_id order by n.kind, n.id`);
  return rows;
};
const waiting = async () =>
  (await database.pool.query<{ kind: string }>('select kind from outbox where due_at is not null')).rows;

/** A league in which Ann won 100 of Bob in its first week, with the notices of its recap. Returns its game. */
async function aWeek() {
  const game = await world.addGame();
  await ann.call(placeBet, { body: aBet(league, game, '110', 'spread', 'home') });
  await bob.call(placeBet, { body: aBet(league, game, '110', 'spread', 'away') });
  const { rows } = await database.pool.query('select created_at from leagues where leagues.id = $1', [league.id]);
  const second = weekNumbered(2, rows[0].created_at).startsAt;
  await settleAt(world, new Date(second.getTime() - 3_600_000), final(game, 30, 0));
  const frozenAt = new Date(second.getTime() + freezeAfterMs);
  await freezeWeeks(atTime(database, frozenAt));
  await aWriter(database).run();
  return { played: game, frozenAt };
}

describe('the digest of a week', () => {
  test('has the recap, the own rank and its link, and waits for Tuesday', async () => {
    await aWeek();
    const [mail] = await queued();
    expect(mail?.wait).toBeGreaterThan(0);
    expect(await queueLetters(database)).toBe(0);
    const [letter, ...more] = await lettersDue(world, ann);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('Ann wins week 1 in Sunday League');
    expect(letter?.body.split('\n\n').slice(0, 1)).toEqual([
      [
        'Ann wins week 1',
        'Sunday League · you were 1st of the week with +100',
        'You ended the week 1st with 1,100 Ching.',
        `https://ching.example/league/${league.id}?view=weeks&week=1`,
      ].join('\n'),
    ]);
    expect(letter?.body).toContain(`Stop the weekly digest: ${letter?.unsubscribe}`);
    expect(await lettersDue(world, ann)).toEqual([]);
    expect(await lettersDue(world, bob)).toEqual([]); // who has switched nothing on
  });

  test('is one letter for all leagues, and one a week', async () => {
    const others = [await world.league(ann, { name: 'Another' }), await world.league(ann, { name: 'Zebras' })];
    await write(world, notice(aRecap), ...others.map((other) => notice(aRecap, ann, other)));
    const [letter, ...more] = await lettersDue(world, ann);
    expect([letter?.subject, more]).toEqual(['Your week in 3 leagues', []]);
    expect(letter?.body.match(/^.* · you were/gm)).toEqual([
      'Another · you were',
      'Sunday League · you were',
      'Zebras · you were',
    ]);
    await write(world, aRecap(ann.user.id, league.id, 7)); // a league whose machine comes back on Wednesday
    expect(await lettersDue(world, ann)).toEqual([]);
    expect((await queued()).filter(({ wait }) => wait !== null)).toHaveLength(1);
    await database.pool.query(`update mail_addresses set digest_at = digest_at - interval '7 days'`);
    expect(await lettersDue(world, ann)).toHaveLength(1);
  });

  test('shows twenty leagues and counts the others', async () => {
    for (let at = 0; at < 22; at += 1) {
      const other = await world.league(ann, { name: `League ${at}` });
      await write(world, notice(aRecap, ann, other));
    }
    const [letter] = await lettersDue(world, ann);
    expect(letter?.body).toContain('And 2 recaps more:\nhttps://ching.example/leaderboard');
    expect(letter?.body.match(/you were/g)).toHaveLength(20);
  });

  test.each(['its notice', 'it is queued', 'it is sent'] as const)(
    'says what was frozen, once, when the week is corrected after %s',
    async (stand) => {
      const game = await aWeek();
      await endWait(database);
      if (stand === 'it is queued') expect(await queueLetters(database)).toBe(1);
      const before = stand === 'it is sent' ? await lettersDue(world, ann) : [];
      await settleAt(world, new Date(game.frozenAt.getTime() + 3_600_000), final(game.played, 0, 30));
      expect(await aWriter(database).run()).toBe(2); // to Ann and Bob: the correction
      const letters = [...before, ...(await lettersDue(world, ann))];
      expect(letters.map(({ subject }) => subject)).toEqual(['Ann wins week 1 in Sunday League']);
      expect(letters[0]?.body).toContain('you were 1st of the week with +100');
      expect(letters[0]?.body).toContain('You ended the week 1st with 1,100 Ching.');
      await database.pool.query(`update mail_addresses set digest_at = digest_at - interval '7 days'`);
      expect(await aWriter(database).run()).toBe(0);
      expect(await lettersDue(world, ann)).toEqual([]);
      const { notices } = (await ann.call(listNotices)).reply;
      expect(notices.filter(({ kind }) => kind === 'recap' || kind === 'corrected').map(({ net }) => net)).toEqual([
        -21_000,
        null,
      ]);
      const { rows } = await database.pool.query('select available_cents from members where user_id = $1', [
        ann.user.id,
      ]);
      expect(rows.map((row) => Number(row.available_cents))).toEqual([89_000]);
    },
  );

  test('has two weeks of a league in their order, and counts leagues', async () => {
    const weeks = [6, 7].map((week) => aRecap(ann.user.id, league.id, week));
    await write(world, ...[...weeks].reverse());
    const [letter] = await lettersDue(world, ann);
    expect(letter?.subject).toBe('Your weeks in Sunday League');
    expect(letter?.body.match(/^Ann wins week \d/gm)).toEqual(['Ann wins week 6', 'Ann wins week 7']);
    await database.pool.query(`update mail_addresses set digest_at = digest_at - interval '7 days'`);
    const other = await world.league(ann, { name: 'Another' });
    await write(
      world,
      aRecap(ann.user.id, league.id, 8),
      aRecap(ann.user.id, league.id, 9),
      notice(aRecap, ann, other),
    );
    expect((await lettersDue(world, ann))[0]?.subject).toBe('Your week in 2 leagues');
  });
});

describe('the letter about a league that is final', () => {
  test('has the final standings, and comes at once', async () => {
    await aWeek();
    await database.pool.query('delete from mails');
    await endLeague(database.db, league);
    await finalizeLeagues(database);
    await aWriter(database).run();
    expect(await queueLetters(database)).toBe(1);
    const letters = await deliveredTo(world, ann.user.email);
    expect(letters.map(({ subject }) => subject)).toEqual(['Sunday League is final: you ended 1st']);
    expect(letters[0]?.body.split('\n\n').slice(0, 3)).toEqual([
      'Sunday League is final: you ended 1st\nAnn is champion with 1,100',
      '1 Ann 1,100 (you)\n2 Bob 890',
      `https://ching.example/league/${league.id}`,
    ]);
  });

  test('shows ten rows and the own one', async () => {
    await fillLeague(database.db, league, 15);
    await database.db.execute(`update members set available_cents = 1 where user_id = '${ann.user.id}'`);
    await endLeague(database.db, league);
    await finalizeLeagues(database);
    await write(world, notice(aFinal));
    const [letter] = await lettersDue(world, ann);
    const rows = letter?.body.split('\n\n')[1]?.split('\n') ?? [];
    expect(rows).toHaveLength(12);
    expect(rows.slice(10)).toEqual(['17 Ann 0 (you)', 'and 6 more']);
  });
});

describe('a letter goes out by the settings and rights of its sending', () => {
  test.each([
    ['the kind was switched off before it was queued', 'queue', 'switch'],
    ['the kind was switched off before it was sent', 'send', 'switch'],
    ['its link ended the mail', 'send', 'link'],
    ['the member was removed before it was queued', 'queue', 'remove'],
    ['the member was removed before it was sent', 'send', 'remove'],
    ['the league was deleted before it was queued', 'queue', 'delete'],
    ['the league was deleted before it was sent', 'send', 'delete'],
    ['the address changed', 'send', 'address'],
  ] as const)('not if %s', async (_what, before, act) => {
    await mailTo(world, bob, 'final');
    await write(world, notice(aFinal, bob));
    if (before === 'send') expect(await queueLetters(database)).toBe(1);
    if (act === 'switch') await bob.call(changeNoticeSettings, { body: { mail: { final: false } } });
    if (act === 'link') {
      const token = unsubscribeToken(linkKeyOf(testSessionSecret), 'final', bob.user.id);
      await world.visitor().call(unsubscribe, { body: { token } });
    }
    if (act === 'remove') await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
    if (act === 'delete') await ann.call(deleteGroup, { params: { id: league.id } });
    if (act === 'address') {
      await database.pool.query(`update users set email = 'x@example.com', email_norm = 'x@example.com'
        where id = '${bob.user.id}'`);
    }
    expect(await lettersDue(world, bob)).toEqual([]);
    expect(await deliveredTo(world, 'x@example.com')).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('and without the leagues that the member has left', async () => {
    const other = await world.league(ann, { name: 'Another' });
    await world.join(bob, other);
    await mailTo(world, bob, 'recap');
    await write(world, notice(aRecap, bob), notice(aRecap, bob, other));
    await endWait(database);
    await queueLetters(database);
    await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
    const [letter] = await deliveredTo(world, bob.user.email);
    expect(letter?.subject).toBe('Bob wins week 6 in Another');
    expect(letter?.body).not.toContain('Sunday League');
  });

  test('and not while the machine of its league is lost: later, without a try counted', async () => {
    await write(world, notice(aFinal));
    const lost = { ...database, machines: { ...database.machines, reachable: () => [] } };
    expect(await queueLetters(lost)).toBe(0);
    expect(await queued()).toEqual([{ kind: 'final', wait: 60 }]);
    await endWait(database);
    await queueLetters(database);
    await sendDueLetters({
      db: database.db,
      transport: { send: () => Promise.reject(new Error('must not be sent')) },
      textOf: writtenLetters(
        { database: lost, site: '', linkKey: linkKeyOf('x') },
        textOfLetter(database, '', testSessionSecret),
      ),
      log: pino({ level: 'silent' }),
    });
    const { rows } = await database.pool.query('select attempts from outbox where due_at is not null');
    expect(rows).toEqual([{ attempts: 0 }]);
    await database.pool.query('update outbox set due_at = now() where due_at is not null');
    expect(await deliveredTo(world, ann.user.email)).toHaveLength(1);
  });
});

describe('exactly once', () => {
  test('by four workers at once that write, queue and send', async () => {
    await mailTo(world, bob, 'recap', 'final');
    const all = [ann, bob].flatMap((player) => [notice(aRecap, player), notice(aFinal, player)]);
    await Promise.all(Array.from({ length: 4 }, () => write(world, ...all)));
    await endWait(database);
    await Promise.all(Array.from({ length: 4 }, () => queueLetters(database)));
    const { rows } = await database.pool.query(`
      select recipient, kind, count(*)::int as letters from outbox where due_at is not null group by 1, 2 order by 1, 2`);
    expect(rows.map(({ kind, letters }) => [kind, letters])).toEqual([
      ['final', 1],
      ['recap', 1],
      ['final', 1],
      ['recap', 1],
    ]);
  });

  test('a transaction that fails queues neither a notice nor its mail', async () => {
    const failed = database.withTx(async (tx) => {
      await notify(tx, [notice(aFinal)]);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await queued()).toEqual([]);
  });

  test('notices of before the switch are not mailed', async () => {
    await write(world, notice(aFinal, bob));
    await mailTo(world, bob, 'final');
    expect(await lettersDue(world, bob)).toEqual([]);
  });
});

describe('over SMTP', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.close());

  async function received(): Promise<string> {
    await endWait(database);
    await queueLetters(database);
    const site = 'https://ching.example';
    const log = pino({ level: 'silent' });
    const transport = mailTransport(readEnv({ SMTP_URL: server.url }), log);
    const textOf = writtenLetters(
      { database, site, linkKey: linkKeyOf(testSessionSecret) },
      textOfLetter(database, site, testSessionSecret),
    );
    await sendDueLetters({ db: database.db, transport, textOf, log }).finally(transport.close);
    expect(server.received).toHaveLength(1);
    return server.received[0]?.text ?? '';
  }

  /** The value of a header, which may be folded. */
  const header = (text: string, name: string) =>
    new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(text)?.[1]?.replace(/\r\n\s+/g, ' ');

  test('has the headers of one click, and its address ends the mail', async () => {
    await write(world, notice(aRecap));
    const text = await received();
    expect(header(text, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const [, link = ''] =
      /^<(https:\/\/ching\.example\/unsubscribe\/[\w-]+)>$/.exec(header(text, 'List-Unsubscribe') ?? '') ?? [];
    const { status } = await fetch(link.replace('https://ching.example', world.origin), { method: 'POST' });
    expect(status).toBe(200);
    await write(world, aRecap(ann.user.id, league.id, 7));
    expect(await lettersDue(world, ann)).toEqual([]);
  });

  test('a letter that has to come has no such header', async () => {
    await mailTo(world, bob); // nothing
    await bob.call(changeNoticeSettings, { body: { mail: { final: true } } });
    const text = await received();
    expect(header(text, 'List-Unsubscribe')).toBeUndefined();
  });

  test('a name adds no header, and no line to the words', async () => {
    const name = 'Eve\r\nBcc: all@example.com\r\n\r\nClick here';
    await database.pool.query('update leagues set name = $1 where leagues.id = $2', [name, league.id]);
    await write(world, notice(aFinal));
    const text = await received();
    expect(text).not.toMatch(/^Bcc:/im);
    expect(header(text, 'Subject')).toBe('Eve Bcc: all@example.com Click here is final: you ended 1st');
    expect(server.received[0]?.to).toEqual([ann.user.email]);
  });

  test('a long name is cut in the subject, and one in Hebrew leaves the words in order', async () => {
    await database.pool.query('update leagues set name = $1 where leagues.id = $2', ['ליגת החברים', league.id]);
    await ann.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'W'.repeat(30) } });
    await write(world, notice(aFinal));
    await endWait(database);
    await queueLetters(database);
    const [letter] = await deliveredTo(world, ann.user.email);
    expect(letter?.subject).toBe('\u2068ליגת החברים\u2069 is final: you ended 1st');
    await database.pool.query('update leagues set name = $1 where leagues.id = $2', ['W'.repeat(500), league.id]);
    await write(world, notice(aRecap));
    const [long] = await lettersDue(world, ann);
    expect([...(long?.subject ?? '')]).toHaveLength(120);
    expect(Math.max(...(long?.body.split('\n').map((line) => line.length) ?? []))).toBeLessThanOrEqual(300);
  });
});
