import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** The responses of each open connection that have not been closed. */
const responsesOf = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes every response of a connection that closes. Node closes only the response that is being sent. A client may send
 * more requests before the first is answered (RFC 9112, 9.3.2), and their responses wait: without 'close' nothing would
 * free what they hold, such as one of the event streams that an address may have.
 */
export const closeWithConnection: RequestHandler = ({ socket }, response, next) => {
  let responses = responsesOf.get(socket);
  if (!responses) {
    const open = new Set<ServerResponse>();
    responses = open;
    responsesOf.set(socket, open);
    socket.once('close', () => process.nextTick(close, open)); // Node's own listeners come first
  }
  responses.add(response);
  response.once('close', () => responsesOf.get(socket)?.delete(response));
  next();
};

function close(responses: ReadonlySet<ServerResponse>): void {
  for (const response of responses) {
    response.destroy(); // emits nothing for a response that waits
    response.emit('close');
  }
}
