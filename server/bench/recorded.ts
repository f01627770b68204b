import { createServer } from 'node:http';
import { createApp } from '../app.ts';
import { connect } from '../db/connection.ts';
import { readEnv } from '../env.ts';
import { listen } from '../lib/listen.ts';
import { createLog } from '../lib/log.ts';
import { type Recording, recordStatements } from '../testing/citus-lint.ts';
import { openConnection, type Reply, sessionSecret, site } from './http-connection.ts';

/**
 * Records the app's statements for each request, and the reply. Each request is sent twice and only the second is
 * recorded: the first request of a session also updates the session.
 */
export async function recorded(
  url: string,
  requests: readonly ((time: number) => Buffer)[],
): Promise<{ reply: Reply; transactions: Recording }[]> {
  const log = createLog('error');
  const database = connect(url, log);
  await database.machines.start(); // as every process that serves requests
  const recording = recordStatements(database.pool);
  const env = readEnv({ FEED: 'espn', APP_URL: site, LOG_LEVEL: 'error' });
  const server = createServer(
    createApp({ env, log, database, sessionSecret, clientDir: null, clock: () => new Date() }),
  );
  const connection = await openConnection(await listen(server));
  const answers = [];
  for (const request of requests) {
    await connection.send(request(0));
    recording.length = 0;
    const reply = await connection.send(request(1));
    if (reply.status >= 300) throw new Error(`${reply.status} ${reply.body.toString()}`);
    answers.push({ reply, transactions: [...recording] });
  }
  connection.close();
  server.close();
  await database.end();
  return answers;
}
