import type { ChatService } from '#shared/domain/chat.ts';
import { startChatReceiver } from '../testing/chat-receiver.ts';
import type { FaultOf } from './faults.ts';
import type { Trace } from './trace.ts';

/** The group chats of leagues, at a service that refuses some posts. */
export type Chats = {
  origin: string;
  /** A webhook for a league; another number is another one. */
  webhook(service: ChatService, leagueId: string, number: number): string;
  /** Permits that the recap of this week, or the standings (null), are posted once more: somebody asks for it. */
  mayRepeat(leagueId: string, week: number | null): void;
  /** Writes down what arrived since the last call. Returns the broken laws. */
  take(trace: Trace): string[];
  /** The posts that the service took. */
  posts: number;
  stop(): Promise<void>;
};

/** 404 ends a webhook. After 504 nobody knows whether the post is in the chat: it must not be posted again. */
const chatFaults = [500, 429, 404, 504];

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Starts the service. Chats have people who may be in no league, so a post must not name a ticket, a leg or anybody: the
 * only id in it is that of its own league. Source: docs/decisions/group-chat.md.
 */
export async function startChats(faultOf: FaultOf): Promise<Chats> {
  const receiver = await startChatReceiver();
  const taken = new Set<string>();
  let fresh: { leagueId: string; text: string; status: number }[] = [];

  receiver.answerWith(({ path, body }) => {
    const text = String(body.text ?? body.content);
    const leagueId = leagueOf(`${path} ${body.bot_id}`);
    const status = faultOf(`${leagueId} ${messageOf(text)}`, chatFaults) ?? 200;
    fresh.push({ leagueId, text, status });
    return status;
  });
  const chats: Chats = {
    origin: receiver.origin,
    webhook: (service, leagueId, number) => {
      const league = leagueId.replaceAll('-', '');
      switch (service) {
        case 'slack':
          return `${receiver.origin}/services/T0/B${number}/${league}`;
        case 'discord':
          return `${receiver.origin}/api/webhooks/${10_000 + number}/${league}`;
        case 'groupme':
          return `${receiver.origin}/v3/bots/post?bot_id=${league}${number}`;
      }
    },
    mayRepeat: (leagueId, week) => void taken.delete(`${leagueId} ${week ?? 'final'}`),
    take: (trace) => {
      const broken: string[] = [];
      for (const { leagueId, text, status } of fresh) {
        const words = `post to the chat of ${leagueId}: ${JSON.stringify(text)}`;
        trace.add(`  ${status} ${words}`);
        const ids = new Set(text.match(idPattern)?.map((id) => id.replaceAll('-', '')));
        if (ids.size !== 1 || !ids.has(leagueId)) broken.push(`other ids than that of the league: ${words}`);
        if (status !== 200 && status !== 504) continue;
        if (status === 200) chats.posts += 1;
        const message = messageOf(text);
        if (message !== 'test' && taken.has(message)) broken.push(`posted twice: ${words}`);
        taken.add(message);
      }
      fresh = [];
      receiver.received.length = 0;
      return broken;
    },
    posts: 0,
    stop: receiver.close,
  };
  return chats;
}

/** The id of the league in a webhook, without hyphens: the paths of Slack have none. */
function leagueOf(webhook: string): string {
  return /[0-9a-f]{32}/.exec(webhook)?.[0] ?? '';
}

/** The league and week of a recap or the league of the standings, by the link that ends each; `test` for a test. */
function messageOf(text: string): string {
  if (text.startsWith('A test from ')) return 'test';
  const [, leagueId, week = 'final'] = /\/league\/([0-9a-f-]{36})(?:\?view=weeks&week=(\d+))?$/.exec(text) ?? [];
  return `${leagueId} ${week}`;
}
