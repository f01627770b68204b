import { SMTPServer } from 'smtp-server';
import { listen } from '../lib/listen.ts';

export type Received = { to: string[]; text: string };

export type MailServer = {
  received: Received[];
  /** How many connections there were so far. */
  connections(): number;
  /** Ends all connections. */
  hangUp(): void;
  url: string;
  close(): Promise<void>;
};

/**
 * A mail server that stores what it receives.
 *
 * answer  the error with which it refuses a letter; null accepts it, at once or when a promise says so.
 * port    0 takes a free one.
 */
export async function startMailServer(
  answer: (received: Received) => Error | null | Promise<null> = () => null,
  port = 0,
): Promise<MailServer> {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true, // there may be no network, and each letter would wait for it
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', async () => {
        const letter = { to: session.envelope.rcptTo.map(({ address }) => address), text };
        const refused = await answer(letter);
        if (!refused) received.push(letter);
        done(refused);
      });
    },
  });
  server.on('error', () => undefined); // a client may disconnect at any time
  const url = `smtp://127.0.0.1:${await listen(server.server, port)}`;
  return {
    received,
    connections: () => connections,
    hangUp: () => {
      for (const connection of server.connections) connection.close();
    },
    url,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
