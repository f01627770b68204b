import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { events, leagueTopic } from '#shared/api/events.ts';
import { setDisplayName } from '#shared/api/groups.ts';
import type { Crowd, Player } from './crowd.ts';
import type { Service } from './service.ts';
import type { Violations } from './violations.ts';

/** Open pages: each reads the event stream, and reconnects when the stream breaks. */
export type Listeners = {
  counts: { streams: number; reconnects: number };
  /** The number of pages that got no event since `instant` about the league that changes twice a second. */
  staleSince(instant: number): number;
  stop(): void;
};

const pagesOfPlayer = 3;
const newsEveryMs = 500;
/** Shorter than the three seconds of browsers, so that the measured recovery is that of the product. */
const backAfterMs = 1_000;

type Scene = { service: Service; crowd: Crowd; random: () => number; violations: Violations };

export function startListeners({ service, crowd, random, violations }: Scene): Listeners {
  const counts = { streams: 0, reconnects: 0 };
  const heardAt: number[] = [];
  const open = new Set<ClientRequest>();
  const timers = new Set<NodeJS.Timeout>();
  const watchedTopic = leagueTopic(crowd.lasting.id);
  let isOver = false;

  const readStream = (number: number, response: IncomingMessage) => {
    const detail = { status: response.statusCode };
    if (response.statusCode !== events.status) {
      if (response.statusCode !== 503) violations.add('a page may not listen', detail);
      return void response.resume();
    }
    const lines = createInterface({ input: response });
    lines.on('error', () => undefined); // `close` of the request handles it
    lines.on('line', (line) => {
      if (!line.startsWith('data: ')) return;
      const topic = events.reply.safeParse(line.slice('data: '.length));
      if (!topic.success) violations.add('a page heard what no topic is', line);
      else if (topic.data === watchedTopic) heardAt[number] = Date.now();
    });
  };
  const listen = (number: number, player: Player) => {
    const headers = player.cookie ? { cookie: player.cookie } : {};
    const request = get(`${service.choose().origin}${events.path}`, { agent: false, headers });
    open.add(request);
    request.on('error', () => undefined); // `close` handles it
    request.on('response', (response) => readStream(number, response));
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

  const [renamer] = crowd.players;
  const news = setInterval(() => {
    const [params, body] = [{ id: crowd.lasting.id }, { displayName: random() < 0.5 ? 'Ace' : 'Queen' }];
    if (renamer) void service.askOnce(renamer, setDisplayName, { params, body });
  }, newsEveryMs);
  return {
    counts,
    staleSince: (instant) => heardAt.filter((at) => at < instant).length,
    stop: () => {
      isOver = true;
      clearInterval(news);
      for (const timer of timers) clearTimeout(timer);
      for (const request of open) request.destroy();
    },
  };
}
