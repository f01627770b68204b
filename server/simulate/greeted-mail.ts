import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { listen } from '../lib/listen.ts';
import { trackedSockets } from '../testing/tracked-sockets.ts';

/** A way to a mail server without the wait for its greeting. */
export type GreetedMail = { url: string; close(): Promise<void> };

/** A connection to the mail server, and the greeting that has come on it so far. */
type Ahead = { mail: Socket; greeting: Buffer[]; note(bytes: Buffer): void };

/**
 * Opens a connection to the mail server at `url` ahead of each client. The library's mail server greets 100 ms after a
 * connection, in real time, and a season has hundreds of connections.
 */
export async function greetAhead(url: string): Promise<GreetedMail> {
  const { hostname, port } = new URL(url);
  const { track, close } = trackedSockets();
  const open = (): Ahead => {
    const mail = track(connect({ host: hostname, port: Number(port), noDelay: true }));
    const greeting: Buffer[] = [];
    const note = (bytes: Buffer) => void greeting.push(bytes);
    // The server ends a connection that is idle for a minute. The next client then waits for a greeting of its own.
    mail.on('data', note).on('close', () => {
      if (ahead?.mail === mail) ahead = null;
    });
    return { mail, greeting, note };
  };
  let ahead: Ahead | null = open();
  const server = createServer({ noDelay: true }, (client) => {
    const { mail, greeting, note } = ahead ?? open();
    ahead = open();
    mail.off('data', note);
    track(client).write(Buffer.concat(greeting));
    pipeline(client, mail, client, () => undefined); // the end of one ends the other
  });
  return {
    url: `smtp://127.0.0.1:${await listen(server)}`,
    close: () => close(server),
  };
}
