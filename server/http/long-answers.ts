import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { Refusal } from '../lib/refusal.ts';

/** JSON or a file, cut anywhere. Parts may still be made while those before them are sent. */
export type Parts = Iterable<Buffer> | AsyncIterable<Buffer>;

/** The content type of a file to save, and its name. */
export type AnswerFile = { type: string; name: string };

export type LongAnswers = {
  /**
   * Sends the parts as one response: as JSON, or as a file to save. Resolves when the response has ended, also when the
   * client has disconnected. Refuses (429) a user with too many unfinished long responses. Until the first part is sent
   * the response has no header of a file, so that an error in its place is no file either.
   */
  send(res: Response, userId: string, parts: Parts, file?: AnswerFile): Promise<void>;
};

type LongAnswerRules = {
  /** Multiplies the number of unfinished responses that one user may have. */
  scale: number;
  /** The time after which the response on a connection that takes no byte is cut off. */
  stallMs?: number | undefined;
};

/** Chosen: a list of 170 bets, or a leaderboard of 1,200 members. A shorter response is sent whole, with its length. */
const longFromBytes = 256 * 1_024;
/**
 * Chosen: several pages that load at once on a slow network. Each response takes about half a megabyte of memory,
 * a leaderboard of 10,000 members two.
 */
const mostUnfinishedOfUser = 5;
/** Chosen: a phone may be in a tunnel for as long. */
const defaultStallMs = 30_000;

/**
 * Sends responses of any length in little memory: a long response is made while its client reads it. Slow clients
 * cannot exhaust the memory: each user may have few unfinished long responses in this process, and a connection that
 * takes nothing for `stallMs` is cut off.
 */
export function createLongAnswers({ scale, stallMs = defaultStallMs }: LongAnswerRules): LongAnswers {
  const unfinished = new Map<string, number>();

  return {
    send: async (res, userId, parts, file) => {
      const source = iterate(parts);
      const begun = await readLong(source);
      if (res.destroyed) return void (await source.return(undefined)); // 'close' has been emitted, and is not again
      res.setTimeout(stallMs); // Node destroys a connection that took no byte in this time
      if (begun.isWhole) return sendBytes(res, Buffer.concat(begun.parts), file);
      const others = unfinished.get(userId) ?? 0;
      if (others >= mostUnfinishedOfUser * scale) throw tooManyAnswers();
      unfinished.set(userId, others + 1);
      try {
        setKind(res, file);
        await pipeline(iterate(begun.parts, source), res);
      } catch (error) {
        if (!isDisconnect(error)) throw error;
      } finally {
        await source.return(undefined);
        const left = (unfinished.get(userId) ?? 0) - 1;
        if (left > 0) unfinished.set(userId, left);
        else unfinished.delete(userId);
      }
    },
  };
}

/** Sends JSON without `res.send` of Express, which would inspect the bytes and hash them for an ETag. */
export function sendJson(res: Response, bytes: Buffer): void {
  sendBytes(res, bytes);
}

/** Sets the content type, and the name of a file. */
function setKind(res: Response, file: AnswerFile | undefined): void {
  res.setHeader('Content-Type', file?.type ?? 'application/json; charset=utf-8');
  if (file) res.setHeader('Content-Disposition', `attachment; filename="${file.name}"`);
}

function sendBytes(res: Response, bytes: Buffer, file?: AnswerFile): void {
  setKind(res, file);
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

async function* iterate(...sources: Parts[]): AsyncGenerator<Buffer> {
  for (const source of sources) yield* source;
}

/** Reads the source until it ends or exceeds `longFromBytes`. */
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

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function tooManyAnswers(): Refusal {
  const more = { retryAfter: 5, limit: 'longAnswers' };
  return new Refusal(429, 'too-many', 'Too many long lists at once. Please try again in a moment.', more);
}
