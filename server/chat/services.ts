import type { ChatService } from '#shared/domain/chat.ts';
import type { Env } from '../env.ts';
import { type AllowedServices, allowedTarget, type Target } from '../lib/allowed-target.ts';

type Shape = { hosts: readonly string[]; path: RegExp };

/**
 * Where each service takes posts. A GroupMe bot is stored as the URL that takes its posts, with `bot_id` in the query.
 * Sources: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, discord.com/developers/docs/resources/webhook,
 * dev.groupme.com/tutorials/bots.
 */
const shapes: Record<ChatService, Shape> = {
  slack: { hosts: ['hooks.slack.com', 'hooks.slack-gov.com'], path: /^\/services(?:\/\w{1,64}){3}$/ },
  discord: {
    hosts: ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'],
    path: /^\/api(?:\/v\d{1,2})?\/webhooks\/\d{5,25}\/[\w-]{20,120}$/,
  },
  groupme: { hosts: ['api.groupme.com'], path: /^\/v3\/bots\/post$/ },
};

/** The query with which GroupMe's URL is stored. */
const botQuery = /^\?bot_id=([\da-f]{10,64})$/i;

/** The origins that CHAT_SERVICES adds: for all services, with the same paths. */
export type ChatOrigins = readonly string[];

export function chatOrigins({ CHAT_SERVICES }: Pick<Env, 'CHAT_SERVICES'>): ChatOrigins {
  return CHAT_SERVICES;
}

/** The address as it is stored, from what an owner typed; null if it is no webhook of this service. */
export function readAddress(service: ChatService, typed: string, origins: ChatOrigins): string | null {
  const text = typed.trim();
  const isBotId = service === 'groupme' && botQuery.test(`?bot_id=${text}`);
  const address = isBotId ? `https://api.groupme.com/v3/bots/post?bot_id=${text}` : text;
  return checkedTarget(service, address, origins)?.url.href ?? null;
}

/** The target of a webhook and, for GroupMe, the bot that the body names. */
export type Webhook = { target: Target; botId: string | null };

/** The webhook of a stored address; null if it is not allowed, or not any more. */
export function webhookOf(service: ChatService, address: string, origins: ChatOrigins): Webhook | null {
  const target = checkedTarget(service, address, origins);
  if (!target) return null;
  if (service !== 'groupme') return { target, botId: null };
  const url = new URL(target.url);
  const botId = url.searchParams.get('bot_id');
  url.search = '';
  return { target: { ...target, url }, botId };
}

function checkedTarget(service: ChatService, address: string, origins: ChatOrigins): Target | null {
  const { hosts, path } = shapes[service];
  const allowed: AllowedServices = { hosts, origins };
  const target = allowedTarget(address, allowed);
  if (!target) return null;
  const { hash, pathname, search } = target.url;
  const isQuery = service === 'groupme' ? botQuery.test(search) : search === '';
  return hash === '' && path.test(pathname) && isQuery ? target : null;
}

/** The parts of a stored address that its owner sees. */
export function maskedAddress(address: string): { host: string; ending: string } {
  return { host: new URL(address).host, ending: address.slice(-4) };
}
