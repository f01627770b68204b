import { Router } from 'express';
import type { Logger } from 'pino';
import {
  type Chat,
  type ChatDoubt,
  confirmChatPost,
  leagueChat,
  removeChat,
  repeatChatPost,
  saveChat,
  testChat,
} from '#shared/api/chat.ts';
import { chatServiceNames } from '#shared/words/chat-words.ts';
import type { Database, Db } from '../db/connection.ts';
import { type Env, siteUrl } from '../env.ts';
import type { Limits } from '../http/limits.ts';
import { mountWithRight } from '../http/mount.ts';
import { type Entitled, leagueNotFound, lockEntitled, requireRight } from '../leagues/access.ts';
import { logAct } from '../leagues/log.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import { postToChat } from './post.ts';
import { claimDoubt, endDoubts, listDoubts, recordPosted, release } from './posts-store.ts';
import { chatOrigins, maskedAddress, readAddress } from './services.ts';
import { type ChatRow, deleteChat, findChat, findLastWeek, lockChat, saveChatRow } from './store.ts';
import { readPostText, readTestText } from './texts.ts';

/** Chosen: a person waits for the answer. */
const timeoutMs = 5_000;

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
    return { chat: row && present(row, await listDoubts(db, row.leagueId)) };
  });

  mountWithRight(router, saveChat, editor, async ({ proof, body: { service, address } }) => {
    const { leagueId, userId } = proof;
    const read = address === undefined ? null : readAddress(service, address, origins);
    if (address !== undefined && read === null) throw badInput(`address is no webhook of ${chatServiceNames[service]}`);
    const saved = await withTx(async (tx) => {
      // No week is frozen meanwhile, so that each is either before the chat or posted to it.
      const { league } = await lockEntitled(tx, proof, 'share');
      const before = await lockChat(tx, leagueId);
      const unchanged = before?.service === service ? before.address : null;
      const saved = read ?? unchanged;
      if (saved === null) throw badInput('address is missing');
      // Another address may be one of the same chat: no message goes there again by itself.
      if (before && saved !== before.address) await endDoubts(tx, leagueId, await listDoubts(tx, leagueId));
      const stored = before && (await findChat(tx, leagueId));
      const lastWeek = await findLastWeek(tx, leagueId);
      const isFinal = league.finalizedAt !== null;
      await logAct(tx, proof, { act: 'chat-saved', after: { chat: service } });
      const row = await saveChatRow(tx, {
        leagueId,
        service,
        address: saved,
        // Of what a chat missed while it was off, only the last recap is news.
        postedWeek: stored ? Math.max(stored.postedWeek, lastWeek - 1) : lastWeek,
        isFinalPosted: stored ? stored.isFinalPosted : isFinal,
      });
      return present(row, await listDoubts(tx, leagueId));
    });
    log.info({ leagueId, userId, service }, 'group chat saved');
    return saved;
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
    await limits.chatPostsOfUser.use(userId);
    const text = await readTestText(db, leagueId, site);
    if (!text) throw leagueNotFound();
    const { failure } = await postToChat({ chat, text, origins, timeoutMs });
    return { failure };
  });

  mountWithRight(router, repeatChatPost, editor, async ({ proof, params: { postId } }) => {
    const { leagueId, userId } = proof;
    const { week } = await findDoubt(db, leagueId, postId);
    await limits.chatPostsOfUser.use(userId);
    const text = await readPostText(db, leagueId, week, site);
    if (!text) throw leagueNotFound();
    const post = { id: postId, week };
    const chat = await withTx(async (tx) => {
      await lockEntitled(tx, proof, 'share');
      await lockChat(tx, leagueId);
      const claimed = await claimDoubt(tx, leagueId, await findDoubt(tx, leagueId, postId));
      if (!claimed) throw new Refusal(409, 'posting', 'Another message is being posted. Try again in a moment.');
      return claimed;
    });
    const { failure } = await postToChat({ chat, text, origins, timeoutMs });
    // A failure says nothing about the post that is in doubt.
    await (failure === null ? withTx((tx) => recordPosted(tx, chat, post)) : release(db, chat));
    log.info({ leagueId, userId, failure }, 'group chat posted again by hand');
    return { failure };
  });

  mountWithRight(router, confirmChatPost, editor, async ({ proof, params: { postId } }) => {
    const { leagueId } = proof;
    await withTx(async (tx) => {
      await lockEntitled(tx, proof, 'share');
      await lockChat(tx, leagueId);
      await endDoubts(tx, leagueId, [await findDoubt(tx, leagueId, postId)]);
    });
    return { message: 'It is not posted again' };
  });

  return router;
}

async function findDoubt(db: Db, leagueId: string, id: string): Promise<ChatDoubt> {
  const doubt = (await listDoubts(db, leagueId)).find((each) => each.id === id);
  if (!doubt) throw new Refusal(404, 'no-doubt', 'This message is not in doubt any more');
  return doubt;
}

function present(row: ChatRow, doubts: ChatDoubt[]): Chat {
  const { service, address, isOn, failures, lastFailure, failedAt, postedAt } = row;
  return {
    service,
    ...maskedAddress(address),
    isOn,
    failures,
    lastFailure,
    failedAt: failedAt?.toISOString() ?? null,
    postedAt: postedAt?.toISOString() ?? null,
    doubts,
  };
}
