import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { Refusal } from '../lib/refusal.ts';

/** JSON, cut anywhere. Parts may still be made while those before them are sent. */
export type Parts = Iterable<Buffer> | AsyncIterable<Buffer>;

export type LongAnswers = {
  /**
   * Sends the parts as one answer. It resolves when the answer has ended, also because its client has left.
   * refuses  a user with too many unfinished long answers (429); nothing has been sent then.
   */
  send(res: Response, userId: string, parts: Parts): Promise<void>;
};

type LongAnswerRules = {
  /** Multiplies the number of unfinished answers that one user may have. */
  scale: number;
  /** After so long an answer is cut off whose connection takes no byte. */
  stallMs?: number | undefined;
};

/** Chosen: a list of 170 bets, or a leaderboard of 1,200 members. Whatever is shorter is sent whole, with its length. */
const longFromBytes = 256 * 1_024;
/** Chosen: several open pages that load at once on a slow network. Each answer holds about half a megabyte, its keys included. */
const unfinishedOfUser = 5;
/** Chosen: as long as a phone may be in a tunnel. */
const usualStallMs = 30_000;

/**
 * Sends answers of any length without keeping them in memory: an answer that is long is made while its client reads it.
 * What slow clients hold is limited: by the number of long answers that one user has unfinished in this process, and by the
 * time for which a connection may take nothing.
 */
export function createLongAnswers({ scale, stallMs = usualStallMs }: LongAnswerRules): LongAnswers {
  const unfinished = new Map<string, number>();

  return {
    send: async (res, userId, parts) => {
      const source = iterate(parts);
      const begun = await readLong(source);
      res.setTimeout(stallMs); // Node destroys a connection that took no byte in this time
      if (begun.isWhole) return sendJson(res, Buffer.concat(begun.parts));
      const others = unfinished.get(userId) ?? 0;
      if (others >= unfinishedOfUser * scale) throw tooManyAnswers();
      unfinished.set(userId, others + 1);
      try {
        res.setHeader('Content-Type', jsonType);
        await pipeline(iterate(begun.parts, source), res);
      } catch (error) {
        if (!hasLeft(error)) throw error;
      } finally {
        await source.return(undefined);
        const left = (unfinished.get(userId) ?? 0) - 1;
        if (left > 0) unfinished.set(userId, left);
        else unfinished.delete(userId);
      }
    },
  };
}

const jsonType = 'application/json; charset=utf-8';

/** Past Express's own `send`, which would look at the bytes to find out what is known of them, and digest them for a tag. */
export function sendJson(res: Response, bytes: Buffer): void {
  res.setHeader('Content-Type', jsonType);
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

async function* iterate(...sources: Parts[]): AsyncGenerator<Buffer> {
  for (const source of sources) yield* source;
}

/** Reads the source until it has ended or has given enough for a long answer. */
async function readLong(source: AsyncGenerator<Buffer>): Promise<{ parts: Buffer[]; isWhole: boolean }> {
  const parts: Buffer[] = [];
  for (let bytes = 0; bytes <= longFromBytes; ) {
    const { value, done } = await source.next();
    if (done) return { parts, isWhole: true };
    parts.push(value);
    bytes += value.length;
  }
  return { parts, isWhole: false };
}

function hasLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function tooManyAnswers(): Refusal {
  const more = { retryAfter: 5, limit: 'longAnswers' };
  return new Refusal(429, 'too-many', 'Too many long lists at once. Please try again in a moment.', more);
}
