import { startMailServer } from '../testing/mail-server.ts';
import { startPushService } from '../testing/push-service.ts';
import type { TestSubscription } from '../testing/subscription.ts';
import { type Chats, startChats } from './chats.ts';
import { drawFaults } from './faults.ts';
import { greetAhead } from './greeted-mail.ts';
import type { Trace } from './trace.ts';

/** The receivers of letters, pushes and posts to chats. They refuse some, by the seed. */
export type Deliveries = {
  smtpUrl: string;
  pushOrigin: string;
  chats: Chats;
  subscribe(): TestSubscription;
  /** The latest letter to an address that was accepted; empty without one. */
  letterTo(email: string): string;
  /** Writes down what was accepted since the last call. Returns the broken laws. `wasCut`: the site may not know that they were. */
  take(trace: Trace, wasCut: boolean): string[];
  /** The same text with a name instead of the address of a receiver, which differs from run to run. */
  withoutPorts(text: string): string;
  letters: number;
  pushes: number;
  stop(): Promise<void>;
};

/** How deliveries fail. A push that fails for good ends its device. */
const mailFaults = [450, 550];
const pushFaults = [500, 429, 410];

export async function startDeliveries(seed: number): Promise<Deliveries> {
  const accepted = new Set<string>();
  const latest = new Map<string, string>();
  let fresh: { key: string; line: string }[] = [];
  const faultOf = drawFaults(seed);

  const mail = await startMailServer(({ to, text }) => {
    const id = /^message-id: (.*)$/im.exec(text)?.[1] ?? '';
    const fault = faultOf(id, mailFaults);
    if (fault !== null) return Object.assign(new Error('refused'), { responseCode: fault });
    const subject = /^subject: (.*)$/im.exec(text)?.[1] ?? '';
    fresh.push({ key: id, line: `mail to ${to.join()}: ${id} ${subject}` });
    for (const address of to) latest.set(address, text.replace(/=\r?\n/g, '').replace(/=3D/g, '='));
    return null;
  });
  const mailDoor = await greetAhead(mail.url);
  const push = await startPushService();
  push.answerWith(({ path, message }) => {
    const key = `${path} ${JSON.stringify(message)}`;
    const fault = faultOf(key, pushFaults);
    if (fault !== null) return fault;
    fresh.push({ key, line: `push to ${key}` });
    return 201;
  });
  const chats = await startChats(faultOf);
  const portless = [
    [push.origin, 'push:'],
    [chats.origin, 'chat:'],
    [new URL(push.origin).host, 'push'],
    [new URL(chats.origin).host, 'chat'],
  ] as const;
  const deliveries: Deliveries = {
    smtpUrl: mailDoor.url,
    pushOrigin: push.origin,
    chats,
    subscribe: push.subscribe,
    letterTo: (email) => latest.get(email) ?? '',
    take: (trace, wasCut) => {
      const broken: string[] = [];
      for (const { key, line } of fresh.sort((one, other) => (one.line < other.line ? -1 : 1))) {
        if (accepted.has(key)) broken.push(`delivered twice: ${line}`);
        if (!wasCut) accepted.add(key);
        trace.add(`  ${line}`);
        if (line.startsWith('mail')) deliveries.letters += 1;
        else deliveries.pushes += 1;
      }
      fresh = [];
      mail.received.length = 0;
      push.received.length = 0;
      return [...broken, ...chats.take(trace)];
    },
    withoutPorts: (text) =>
      portless
        .reduce((result, [address, name]) => result.replaceAll(address, name), text)
        .replace(/"keys":\{[^}]*\}/, '"keys":{}'),
    letters: 0,
    pushes: 0,
    stop: async () => {
      await mailDoor.close();
      await mail.close();
      await push.close();
      await chats.stop();
    },
  };
  return deliveries;
}
