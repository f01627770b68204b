import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a mail server without the wait for its greeting. */
export type GreetedMail = { url: string; close(): Promise<void> };

/**
 * Opens a connection to the mail server at `url` ahead of each client. The library's mail server greets 100 ms after a
 * connection, in real time: for the letters of a season that is 20 s. The greeting waits here until the client comes.
 */
export async function greetAhead(url: string): Promise<GreetedMail> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  };
  let isOpen = true;
  const greeted = () => {
    const socket = track(connect({ host: hostname, port: Number(port), noDelay: true }));
    // The server ends a connection that is idle for a minute.
    return socket.on('close', () => {
      if (isOpen && socket === next) next = greeted();
    });
  };
  let next = greeted();
  const server = createServer({ noDelay: true }, (client) => {
    const mail = next;
    next = greeted();
    track(client).pipe(mail).pipe(client);
    client.on('close', () => mail.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${address instanceof Object ? address.port : 0}`,
    close: async () => {
      isOpen = false;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
