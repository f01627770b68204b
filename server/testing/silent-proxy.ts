import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a database whose network can go silent: bytes get lost and no connection is closed. */
export type SilentProxy = {
  /** The database's address by way of the proxy. */
  url: string;
  /** Loses all further bytes in both directions. New connections are accepted and lose theirs as well. */
  silence(): void;
  /** Passes the next chunk that contains `text` on to the database, is silent from then on, and returns. */
  silenceAfter(text: string): Promise<void>;
  /** Serves new connections again. Those of before `speak` stay silent for good. */
  speak(): void;
  close(): Promise<void>;
};

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  };
  let isSilent = false;
  let lastWords: { text: string; passed(): void } | null = null;
  let silences = 0;

  const server = createServer((client) => {
    keep(client);
    const born = silences;
    const hears = () => !isSilent && born === silences;
    const database = keep(connect(Number(target.port), target.hostname));
    client.on('data', (bytes) => {
      if (!hears()) return;
      database.write(bytes);
      if (lastWords && bytes.includes(lastWords.text)) {
        lastWords.passed();
        proxy.silence();
      }
    });
    database.on('data', (bytes) => hears() && client.write(bytes));
    client.on('close', () => hears() && database.destroy());
    database.on('close', () => hears() && client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address instanceof Object ? address.port : null}`;

  const proxy: SilentProxy = {
    url: url.href,
    silence: () => {
      isSilent = true;
      lastWords = null;
      silences += 1;
    },
    silenceAfter: (text) =>
      new Promise((passed) => {
        lastWords = { text, passed };
      }),
    speak: () => {
      isSilent = false;
      silences += 1;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  return proxy;
}
