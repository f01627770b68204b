import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

type Connection = {
  /** Answers that were asked for and not yet handed to the network whole. */
  answers: Set<ServerResponse>;
  /** How many bytes had been read when the last of them ended: with more, a request is on its way. */
  readBefore: number;
};

type Limits = {
  /** How long an idle connection stays open: what its client sends meanwhile is answered, and is the last on it. */
  idleMs?: number;
  /** After so long every connection is cut. */
  wholeMs?: number;
};

const underwayMs = 200; // Chosen: requests that were sent before the stop may still be on their way
const usual = { idleMs: 500, wholeMs: 4_000 }; // Chosen: the whole stop has five seconds

/**
 * Returns how to end `server`, which must not have listened yet: it accepts what had been sent, then no new connection,
 * and answers the requests of open ones, each with `Connection: close`. It resolves once every connection is closed.
 *
 * Node's own `close` destroys a connection whose answer was ended but waits for its client to read (`closeIdleConnections`
 * goes by `finished`, not by `writableFinished`), and one on which a request is just arriving.
 */
export function drainable(server: Server): (limits?: Limits) => Promise<void> {
  const open = new Map<Socket, Connection>();
  let isDraining = false;
  server.on('connection', (socket) => {
    open.set(socket, { answers: new Set(), readBefore: 0 });
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
    const connection = open.get(socket);
    connection?.answers.add(response);
    response.once('close', () => {
      connection?.answers.delete(response);
      if (connection) connection.readBefore = socket.bytesRead;
    });
  });
  const closeIdle = () => {
    for (const [socket, { answers, readBefore }] of open) {
      if (answers.size === 0 && socket.bytesRead === readBefore) socket.destroySoon();
    }
  };

  return async (limits = {}) => {
    const { idleMs, wholeMs } = { ...usual, ...limits };
    isDraining = true;
    const begunMs = performance.now();
    const late = setTimeout(() => server.closeAllConnections(), wholeMs);
    await acceptWaiting(server, begunMs + wholeMs);
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    const idle = setInterval(() => performance.now() - begunMs > idleMs && closeIdle(), 25);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
  };
}

/**
 * Returns once the connections that waited to be accepted have been, and what had come on them has been read: to close the
 * server earlier would reset them. Node accepts one connection a turn, so a busy process may have many.
 */
async function acceptWaiting(server: Server, latestMs: number): Promise<void> {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  await pause(underwayMs);
  for (let before = -1; before < accepted && performance.now() < latestMs; ) {
    before = accepted;
    await nextTurn();
    await nextTurn();
  }
}
