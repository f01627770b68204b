import { connect, createServer } from 'node:net';
import { listen } from '../lib/listen.ts';
import { trackedSockets } from './tracked-sockets.ts';

/** A TCP proxy in front of a database that can drop all bytes without closing a connection. */
export type SilentProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** Drops all further bytes in both directions. New connections are accepted, and their bytes are dropped too. */
  silence(): void;
  /** Forwards bytes up to the next chunk that contains `text`, then drops all further bytes and resolves. */
  silenceAfter(text: string): Promise<void>;
  /** Serves new connections again. Earlier connections never get bytes again. */
  speak(): void;
  close(): Promise<void>;
};

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const { track, close } = trackedSockets();
  let isSilent = false;
  let lastWords: { text: string; passed(): void } | null = null;
  let silences = 0;

  const server = createServer((client) => {
    track(client);
    const born = silences;
    const isForwarding = () => !isSilent && born === silences;
    const database = track(connect(Number(target.port), target.hostname));
    client.on('data', (bytes) => {
      if (!isForwarding()) return;
      database.write(bytes);
      if (lastWords && bytes.includes(lastWords.text)) {
        lastWords.passed();
        proxy.silence();
      }
    });
    database.on('data', (bytes) => isForwarding() && client.write(bytes));
    client.on('close', () => isForwarding() && database.destroy());
    database.on('close', () => isForwarding() && client.destroy());
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${await listen(server)}`;

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
    close: () => close(server),
  };
  return proxy;
}
