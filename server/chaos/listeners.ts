import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { events, leagueTopic } from '#shared/api/events.ts';
import { setDisplayName } from '#shared/api/groups.ts';
import type { Crowd, Player } from './crowd.ts';
import type { Service } from './service.ts';
import type { Violations } from './violations.ts';

/** Open pages: each listens to what changes, and comes back when its stream breaks. */
export type Listeners = {
  counts: { streams: number; reconnects: number };
  /** How many have heard nothing since this instant of a league in which something changes all the time. */
  deafSince(instant: number): number;
  stop(): void;
};

const pagesOfPlayer = 3;
const newsEveryMs = 500;
/** Sooner than browsers, which wait three seconds: it is the product that shall be quick. */
const backAfterMs = 1_000;

type Scene = { service: Service; crowd: Crowd; random: () => number; violations: Violations };

export function startListeners({ service, crowd, random, violations }: Scene): Listeners {
  const counts = { streams: 0, reconnects: 0 };
  const heardAt: number[] = [];
  const open = new Set<ClientRequest>();
  const timers = new Set<NodeJS.Timeout>();
  const awaited = leagueTopic(crowd.lasting.id);
  let isOver = false;

  const hear = (number: number, response: IncomingMessage) => {
    const told = { status: response.statusCode };
    if (response.statusCode !== events.status) {
      if (response.statusCode !== 503) violations.add('a page may not listen', told);
      return void response.resume();
    }
    const lines = createInterface({ input: response });
    lines.on('error', () => undefined); // the request's closing tells the same
    lines.on('line', (line) => {
      if (!line.startsWith('data: ')) return;
      const topic = events.reply.safeParse(line.slice('data: '.length));
      if (!topic.success) violations.add('a page heard what no topic is', line);
      else if (topic.data === awaited) heardAt[number] = Date.now();
    });
  };
  const listen = (number: number, player: Player) => {
    const headers = player.cookie ? { cookie: player.cookie } : {};
    const request = get(`${service.choose().origin}${events.path}`, { agent: false, headers });
    open.add(request);
    request.on('error', () => undefined); // its closing tells the same
    request.on('response', (response) => hear(number, response));
    request.once('close', () => {
      open.delete(request);
      if (isOver) return;
      counts.reconnects += 1;
      const timer = setTimeout(() => {
        timers.delete(timer);
        listen(number, player);
      }, backAfterMs);
      timers.add(timer);
    });
  };
  for (const player of crowd.players) {
    for (let page = 0; page < pagesOfPlayer; page += 1) {
      heardAt.push(0);
      listen(heardAt.length - 1, player);
    }
  }
  counts.streams = heardAt.length;

  const [teller] = crowd.players;
  const news = setInterval(() => {
    const [params, body] = [{ id: crowd.lasting.id }, { displayName: random() < 0.5 ? 'Ace' : 'Queen' }];
    if (teller) void service.glance(teller, setDisplayName, { params, body });
  }, newsEveryMs);
  return {
    counts,
    deafSince: (instant) => heardAt.filter((at) => at < instant).length,
    stop: () => {
      isOver = true;
      clearInterval(news);
      for (const timer of timers) clearTimeout(timer);
      for (const request of open) request.destroy();
    },
  };
}
