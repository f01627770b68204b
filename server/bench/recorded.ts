import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../app.ts';
import { connect } from '../db/connection.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../lib/log.ts';
import { type Recording, recordStatements } from '../testing/citus-lint.ts';
import { openConnection, type Reply, sessionSecret, site } from './http-connection.ts';

/**
 * What the app sends to the database for each request, and its replies. Each is sent twice, and the second time counts:
 * the first one of a session also notes that the session is in use.
 */
export async function recorded(
  url: string,
  requests: readonly ((time: number) => Buffer)[],
): Promise<{ reply: Reply; transactions: Recording }[]> {
  const log = createLog('error');
  const database = connect(url, log);
  const recording = recordStatements(database.pool);
  const env = readEnv({ FEED: 'espn', APP_URL: site, LOG_LEVEL: 'error' });
  const server = createServer(
    createApp({ env, log, database, sessionSecret, clientDir: null, clock: () => new Date() }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line = await openConnection((server.address() as AddressInfo).port);
  const answers = [];
  for (const request of requests) {
    await line.send(request(0));
    recording.length = 0;
    const reply = await line.send(request(1));
    if (reply.status >= 300) throw new Error(`${reply.status} ${reply.body.toString()}`);
    answers.push({ reply, transactions: [...recording] });
  }
  line.close();
  server.close();
  await database.end();
  return answers;
}
