import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** The responses of each open connection that have not been closed. */
const responsesOf = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes every response of a connection that closes. Node 20 and 22 close only the response that is being sent. A client
 * may send more requests before the first is answered (RFC 9112, 9.3.2), and their responses wait: without 'close'
 * nothing would free what they hold, such as one of the event streams that an address may have.
 */
export const closeWithConnection: RequestHandler = ({ socket }, response, next) => {
  const responses = responsesOf.get(socket) ?? follow(socket);
  responses.add(response);
  response.once('close', () => responses.delete(response));
  next();
};

function follow(socket: Socket): Set<ServerResponse> {
  const responses = new Set<ServerResponse>();
  responsesOf.set(socket, responses);
  socket.once('close', () => process.nextTick(close, responses)); // Node's own listeners come first
  return responses;
}

function close(responses: ReadonlySet<ServerResponse>): void {
  for (const response of responses) {
    response.destroy(); // without a socket of its own yet, the response emits nothing by this
    response.emit('close');
  }
}
