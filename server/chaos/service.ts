import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, type BodyInput, type Endpoint, type ParamsInput, type ReplyOutput } from '#shared/api/endpoint.ts';
import type { Process } from './processes.ts';
import type { Violations } from './violations.ts';

/** A browser with its session cookie. `headers` are those that a proxy adds to each of its requests. */
export type Browser = { cookie: string | null; headers?: Readonly<Record<string, string>> };

type Asked<E extends Endpoint> = { params?: ParamsInput<E>; body?: BodyInput<E>; key?: string };
/** `reply` is null after a refusal, `code` is null after a success. */
type Answer<E extends Endpoint> = { status: number; reply: ReplyOutput<E> | null; code: string | null };
/** One try: the raw answer, or why there is none. */
type Try = { status: number; text: string } | { lost: string };

/** A client of all web processes; picks one at random for each call, as a load balancer does. */
export type Service = {
  /** Retries with the same idempotency key until a definite answer; null if none arrives in time. */
  ask<E extends Endpoint>(browser: Browser, endpoint: E, asked?: Asked<E>): Promise<Answer<E> | null>;
  /** Sends once; null without an answer or after a 503. */
  askOnce<E extends Endpoint>(browser: Browser, endpoint: E, asked?: Asked<E>, at?: Process): Promise<Answer<E> | null>;
  /** A random process that is not draining. */
  choose(): Process;
  /** `unserved`: tries without an answer, counted by reason. */
  counts: { requests: number; retried: number; unserved: Record<string, number> };
  close(): void;
};

const tryWithinMs = 4_000;
const retryAtMostMs = 1_000;
const late = 'no answer in time';
const answerWithinMs = 180_000; // long, so that a busy machine does not count as a product that never answers

export function createService(webs: readonly Process[], random: () => number, violations: Violations): Service {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const counts: Service['counts'] = { requests: 0, retried: 0, unserved: {} };
  const countUnserved = (why: string, tries: Record<string, number>) => {
    for (const count of [counts.unserved, tries]) count[why] = (count[why] ?? 0) + 1;
  };

  const choose = (): Process => {
    const open = webs.filter((web) => !web.isDraining);
    return (open[Math.floor(random() * open.length)] ?? webs[0]) as Process;
  };

  function send<E extends Endpoint>(web: Process, browser: Browser, endpoint: E, asked: Asked<E>): Promise<Try> {
    counts.requests += 1;
    const body = asked.body === undefined ? null : JSON.stringify(asked.body);
    const underway = { isSent: false, mustBeAnswered: false };
    web.underway.add(underway);
    return new Promise<Try>((done) => {
      const sending = request(`${web.origin}${addressOf(endpoint, asked.params)}`, {
        agent,
        method: endpoint.method,
        timeout: tryWithinMs,
        headers: {
          ...browser.headers,
          ...(browser.cookie && { cookie: browser.cookie }),
          ...(body !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...(asked.key && { 'idempotency-key': asked.key }),
        },
      });
      const lose = (error: NodeJS.ErrnoException) => done({ lost: error.code ?? error.message });
      sending.on('error', lose);
      sending.on('timeout', () => sending.destroy(new Error(late)));
      sending.on('finish', () => {
        underway.isSent = true;
      });
      sending.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('error', lose);
        response.on('end', () => {
          const [set] = response.headers['set-cookie']?.find((one) => /^(__Host-)?sid=/.test(one))?.split(';') ?? [];
          if (set && !set.endsWith('=')) browser.cookie = set;
          done({ status: response.statusCode ?? 0, text });
        });
      });
      sending.end(body);
    }).then((outcome) => {
      web.underway.delete(underway);
      if ('lost' in outcome && outcome.lost !== late && underway.mustBeAnswered) {
        violations.add('a request that was under way at a SIGTERM got no answer', { path: endpoint.path, ...outcome });
      }
      return outcome;
    });
  }

  /**
   * Parses an answer. Null if a fault may cause it, which `tries` counts by reason; any answer that must never occur also
   * adds a violation.
   */
  function read<E extends Endpoint>(endpoint: E, outcome: Try, tries: Record<string, number> = {}): Answer<E> | null {
    if ('lost' in outcome) {
      countUnserved(outcome.lost, tries);
      return null;
    }
    const { status, text } = outcome;
    const detail = { path: endpoint.path, status, text: text.slice(0, 300) };
    if (status !== endpoint.status && (status < 400 || (status >= 500 && status !== 503))) {
      violations.add(`${status} was answered`, detail);
      return null;
    }
    try {
      const json: unknown = JSON.parse(text);
      if (status === endpoint.status)
        return { status, reply: endpoint.reply.parse(json) as ReplyOutput<E>, code: null };
      const code = json instanceof Object && 'code' in json ? String(json.code) : '';
      if (status !== 503) return { status, reply: null, code };
      countUnserved(`503 ${code}`, tries);
      return null;
    } catch {
      violations.add('an answer was not what it should be', detail);
      return null;
    }
  }

  return {
    ask: async (browser, endpoint, asked = {}) => {
      const deadline = Date.now() + answerWithinMs;
      const unserved: Record<string, number> = {};
      for (let tries = 0; Date.now() < deadline; tries += 1) {
        if (tries > 0) {
          counts.retried += 1;
          // exponential backoff with jitter, so that retries do not overload a slow machine
          await pause(Math.min(100 * 2 ** tries, retryAtMostMs) * (0.5 + random()));
        }
        const answer = read(endpoint, await send(choose(), browser, endpoint, asked), unserved);
        if (answer) return answer;
      }
      violations.add('no answer, however often it was asked', { path: endpoint.path, key: asked.key, unserved });
      return null;
    },
    askOnce: async (browser, endpoint, asked = {}, at = choose()) =>
      read(endpoint, await send(at, browser, endpoint, asked)),
    choose,
    counts,
    close: () => agent.destroy(),
  };
}
