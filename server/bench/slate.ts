import { openConnection, tagOf } from './http-connection.ts';
import { type PairedFigures, type Rounds, runPaired } from './paired-runs.ts';
import { gamesRequest, slatePath } from './requests.ts';
import { type Served, serve } from './served.ts';

export type SlateFigures = { bytes: number; whole: PairedFigures[]; unchanged: PairedFigures[] };

/** Compares the app's slate with a bare Express handler that sends the same bytes: whole, and as 304. */
export async function measureSlate(url: string, rounds: Rounds): Promise<SlateFigures> {
  const app = await serve({ serves: 'app', url });
  const servers: Served[] = [app];
  try {
    const connection = await openConnection(app.port);
    const reply = await connection.send(gamesRequest(slatePath));
    connection.close();
    const { body } = reply;
    const tag = tagOf(reply);
    if (!tag) throw new Error('the slate has no tag');
    const bare = await serve({ serves: 'bytes', path: slatePath, base64: body.toString('base64'), tag });
    servers.push(bare);
    const against = (status: number, request: Buffer) =>
      runPaired(
        [
          { name: 'bare handler, same bytes', served: bare, status, next: () => request },
          { name: 'Ching', served: app, status, next: () => request },
        ],
        rounds,
      );
    return {
      bytes: body.length,
      whole: await against(200, gamesRequest(slatePath)),
      unchanged: await against(304, gamesRequest(slatePath, tag)),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
