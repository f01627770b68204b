import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextMacrotask, setTimeout as pause } from 'node:timers/promises';

type Connection = {
  /** Responses that the network has not taken completely. */
  answers: Set<ServerResponse>;
  /**
   * The number of bytes that had been read when the last response ended. If more have been read since, a request is
   * being received.
   */
  readBefore: number;
};

type Limits = {
  /** The time after which an idle connection is closed. A request received meanwhile is answered, as its last one. */
  idleMs?: number;
  /** After this time every connection is closed. */
  wholeMs?: number;
};

const underwayMs = 200; // Chosen: requests that were sent before the stop may still be on the network
const defaults = { idleMs: 500, wholeMs: 4_000 }; // Chosen: the whole stop of the process has five seconds

/**
 * Returns a function that stops `server` without losing requests; call it before `server` listens. The function accepts
 * the connections that were waiting, then no new ones. It answers the requests of open connections, each with
 * `Connection: close`, and resolves once every connection is closed.
 *
 * Chosen instead of Node's `close`, which destroys a connection whose response has ended but is not yet read by its
 * client (`closeIdleConnections` checks `finished`, not `writableFinished`), and one on which a request is being
 * received.
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
    const { idleMs, wholeMs } = { ...defaults, ...limits };
    isDraining = true;
    const begunMs = performance.now();
    const late = setTimeout(() => server.closeAllConnections(), wholeMs);
    await acceptWaiting(server, begunMs + wholeMs);
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    const idle = setInterval(() => performance.now() - begunMs > idleMs && closeIdle(), 25);
    await closed;
    server.close(); // Node's own `close` alone ends the timer that checks connections, and so frees the server
    clearInterval(idle);
    clearTimeout(late);
  };
}

/**
 * Resolves once all waiting connections have been accepted and their first bytes read: closing the server earlier would
 * reset them. Node accepts one connection per iteration of the event loop, so many may wait in a busy process.
 */
async function acceptWaiting(server: Server, latestMs: number): Promise<void> {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  await pause(underwayMs);
  for (let before = -1; before < accepted && performance.now() < latestMs; ) {
    before = accepted;
    await nextMacrotask();
    await nextMacrotask();
  }
}
