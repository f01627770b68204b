import { Router } from 'express';
import type { Logger } from 'pino';
import { type Chat, leagueChat, removeChat, saveChat, testChat } from '#shared/api/chat.ts';
import { chatServiceNames } from '#shared/words/chat-words.ts';
import type { Database } from '../db/connection.ts';
import { type Env, siteUrl } from '../env.ts';
import type { Limits } from '../http/limits.ts';
import { mountWithRight } from '../http/mount.ts';
import { type Entitled, leagueNotFound, lockEntitled, requireRight } from '../leagues/access.ts';
import { logAct } from '../leagues/log.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import { postToChat } from './post.ts';
import { chatOrigins, maskedAddress, readAddress } from './services.ts';
import { type ChatRow, deleteChat, findChat, findLastWeek, saveChatRow } from './store.ts';
import { readTestText } from './texts.ts';

/** Chosen: a person waits for the answer. */
const testTimeoutMs = 5_000;

type ChatDeps = { env: Env; database: Database; limits: Limits; log: Logger };

/** Routes for the group chat of a league, all of them for those who run it. */
export function chatRoutes({ env, database, limits, log }: ChatDeps): Router {
  const router = Router();
  const { db, withTx } = database;
  const origins = chatOrigins(env);
  const site = siteUrl(env);
  const editor = ({ user, params }: { user: { id: string }; params: { id: string } }): Promise<Entitled<'edit'>> =>
    requireRight(db, user.id, params.id, 'edit');

  mountWithRight(router, leagueChat, editor, async ({ proof }) => {
    const row = await findChat(db, proof.leagueId);
    return { chat: row && present(row) };
  });

  mountWithRight(router, saveChat, editor, async ({ proof, body: { service, address } }) => {
    const { leagueId, userId } = proof;
    const read = address === undefined ? null : readAddress(service, address, origins);
    if (address !== undefined && read === null) throw badInput(`address is no webhook of ${chatServiceNames[service]}`);
    const row = await withTx(async (tx) => {
      // No week is frozen meanwhile, so that each is either before the chat or posted to it.
      const { league } = await lockEntitled(tx, proof, 'share');
      const stored = await findChat(tx, leagueId);
      const unchanged = stored?.service === service ? stored.address : null;
      const saved = read ?? unchanged;
      if (saved === null) throw badInput('address is missing');
      const lastWeek = await findLastWeek(tx, leagueId);
      const isFinal = league.finalizedAt !== null;
      await logAct(tx, proof, { act: 'chat-saved', after: { chat: service } });
      return saveChatRow(tx, {
        leagueId,
        service,
        address: saved,
        // Of what a chat missed while it was off, only the last recap is news.
        postedWeek: stored ? Math.max(stored.postedWeek, lastWeek - 1) : lastWeek,
        isFinalPosted: stored ? stored.isFinalPosted : isFinal,
      });
    });
    log.info({ leagueId, userId, service }, 'group chat saved');
    return present(row);
  });

  mountWithRight(router, removeChat, editor, async ({ proof }) => {
    const { leagueId, userId } = proof;
    await withTx(async (tx) => {
      await lockEntitled(tx, proof, 'share');
      if (await deleteChat(tx, leagueId)) await logAct(tx, proof, { act: 'chat-removed' });
    });
    log.info({ leagueId, userId }, 'group chat removed');
    return { message: 'Nothing is posted any more' };
  });

  mountWithRight(router, testChat, editor, async ({ proof: { leagueId, userId } }) => {
    const chat = await findChat(db, leagueId);
    if (!chat) throw new Refusal(404, 'no-chat', 'The league has no group chat');
    await limits.chatTestsOfUser.use(userId);
    const text = await readTestText(db, leagueId, site);
    if (!text) throw leagueNotFound();
    const { failure } = await postToChat({ chat, text, origins, timeoutMs: testTimeoutMs });
    return { failure };
  });

  return router;
}

function present(row: ChatRow): Chat {
  const { service, address, isOn, failures, lastFailure, failedAt, postedAt } = row;
  return {
    service,
    ...maskedAddress(address),
    isOn,
    failures,
    lastFailure,
    failedAt: failedAt?.toISOString() ?? null,
    postedAt: postedAt?.toISOString() ?? null,
  };
}
