import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { counted } from '#shared/domain/count.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { replayScript, startReplay } from '../replay/replay.ts';

const examples = fileURLToPath(new URL('../feed/examples', import.meta.url));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: examples },
      port: { type: 'string', default: '5050' },
      script: { type: 'string' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new StartupError(`Not a port: ${values.port}`);
  const script = values.script ? replayScript.parse(JSON.parse(await readFile(values.script, 'utf8'))) : [];
  const replay = await startReplay({ folder: values.folder, port, script });
  process.stdout.write(
    `${counted(replay.games().length, 'game')} at ${replay.url}: start Ching with FEED=espn ESPN_BASE_URL=${replay.url}\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void replay.close());
}

main().catch(exitWith);
