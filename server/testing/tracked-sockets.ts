import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

/** The open connections of a proxy, to its clients and to what it stands before. */
export type TrackedSockets = {
  /** Counts the socket as one of them until it closes, and ignores its errors: either side may end it at any time. */
  track(socket: Socket): Socket;
  /** Ends the server with all of them. */
  close(server: Server): Promise<void>;
};

export function trackedSockets(): TrackedSockets {
  const sockets = new Set<Socket>();
  return {
    track: (socket) => {
      sockets.add(socket);
      return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    },
    close: async (server) => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
