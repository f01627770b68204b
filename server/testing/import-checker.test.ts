import { describe, expect, test } from 'vitest';
import { wrongImports } from './import-rules.ts';

describe('the checker', () => {
  test.each([
    ['shared/domain/x.ts', "import { z } from 'zod';", 'npm:zod'],
    ['shared/domain/x.ts', "import { readFile } from 'node:fs';", 'node:fs'],
    ['shared/domain/x.ts', "import type { Bet } from '#shared/api/bets.ts';", 'shared/api/bets.ts'],
    ['shared/domain/x.ts', "import { fc } from '../testing/arbitraries.ts';", 'shared/testing/arbitraries.ts'],
    ['shared/api/x.ts', "import { Router } from 'express';", 'npm:express'],
    ['shared/api/x.ts', "import { call } from '#client/lib/call.ts';", 'client/src/lib/call.ts'],
    ['client/src/lib/x.ts', "import { Button } from '../ui/button.tsx';", 'client/src/ui/button.tsx'],
    [
      'client/src/ui/x.tsx',
      "import { slip } from '#client/features/bet-slip/store.ts';",
      'client/src/features/bet-slip/store.ts',
    ],
    [
      'client/src/features/games/x.tsx',
      "import { slip } from '../bet-slip/store.ts';",
      'client/src/features/bet-slip/store.ts',
    ],
    [
      'client/src/features/games/x.tsx',
      "import { Page } from '#client/pages/games-page.tsx';",
      'client/src/pages/games-page.tsx',
    ],
    ['client/src/pages/x.tsx', "import { App } from '../app/app.tsx';", 'client/src/app/app.tsx'],
    ['client/src/app/x.tsx', "import { createApp } from '#server/app.ts';", 'server/app.ts'],
    ['client/src/app/x.tsx', "import { join } from 'node:path';", 'node:path'],
    [
      'client/src/lib/x.test.ts',
      "import { world } from '../../../server/testing/world.ts';",
      'server/testing/world.ts',
    ],
    ['server/app.ts', "import { App } from '#client/app/app.tsx';", 'client/src/app/app.tsx'],
    ['server/app.ts', "import { testWorld } from './testing/world.ts';", 'server/testing/world.ts'],
    ['server/app.ts', "import { replay } from './replay/replay.ts';", 'server/replay/replay.ts'],
    ['server/app.ts', "import { users } from './db/tables/users.ts';", 'server/db/tables/users.ts'],
    ['server/cli/x.ts', "import { testWorld } from '../testing/world.ts';", 'server/testing/world.ts'],
    ['server/leagues/routes.ts', "import { leagues } from '../db/tables/leagues.ts';", 'server/db/tables/leagues.ts'],
    ['server/leagues/routes.ts', "import { createApp } from '../app.ts';", 'server/app.ts'],
    ['server/tickets/place.ts', "import { tickets } from '../db/tables/tickets.ts';", 'server/db/tables/tickets.ts'],
    ['server/tickets/place.ts', "import { withClock } from '../db/preset-clock.ts';", 'server/db/preset-clock.ts'],
    ['server/tickets/place.ts', "import { presetIds } from '../lib/preset-ids.ts';", 'server/lib/preset-ids.ts'],
    ['server/lib/x.ts', "import { presetIds } from './preset-ids.ts';", 'server/lib/preset-ids.ts'],
    ['server/cli/admin.ts', "import { playSeason } from '../simulate/play.ts';", 'server/simulate/play.ts'],
    ['server/tickets/place.ts', "import type { Request } from 'express';", 'npm:express'],
    ['server/tickets/place.ts', "import { mount } from '../http/mount.ts';", 'server/http/mount.ts'],
    ['server/tickets/place.ts', "import { ticketRoutes } from './routes.ts';", 'server/tickets/routes.ts'],
    ['server/settlement/settle.ts', "import { createEspnFeed } from '../feed/espn.ts';", 'server/feed/espn.ts'],
    ['server/tickets/store.ts', "import { placeTicket } from './place.ts';", 'server/tickets/place.ts'],
    ['server/db/connection.ts', "import { findUser } from '../users/store.ts';", 'server/users/store.ts'],
    ['server/http/session.ts', "import { verifyUser } from '../auth/service.ts';", 'server/auth/service.ts'],
    ['server/feed/espn.ts', "import { upsertGames } from '../games/store.ts';", 'server/games/store.ts'],
    ['server/feed/ingest.ts', "import { settleGames } from '../settlement/settle.ts';", 'server/settlement/settle.ts'],
    ['server/worker/jobs/x.ts', "import { games } from '../../db/tables/games.ts';", 'server/db/tables/games.ts'],
    ['server/worker/jobs/x.ts', "import { gameRoutes } from '../../games/routes.ts';", 'server/games/routes.ts'],
    ['server/worker/jobs/x.ts', "import { mount } from '../../http/mount.ts';", 'server/http/mount.ts'],
    ['server/replay/x.ts', "import { settleGames } from '../settlement/settle.ts';", 'server/settlement/settle.ts'],
  ])('finds what is wrong in %s: %s', (file, source, target) => {
    expect(wrongImports(file, source)).toEqual([expect.stringContaining(`${file} imports ${target}: `)]);
  });

  test.each([
    ['over several lines', "import {\n  a,\n  b,\n} from '#server/app.ts';"],
    ['of types', "import type { App } from '#server/app.ts';"],
    ['that passes on', "export { createApp } from '#server/app.ts';"],
    ['for its effect', "import '#server/app.ts';"],
    ['that loads later', "const app = await import('#server/app.ts');"],
    ['in a type', "type App = import('#server/app.ts').App;"],
    ['in double quotes', 'import { createApp } from "#server/app.ts";'],
    ['in one line with another', "import a from 'react';import b from '#server/app.ts';"],
    ['by a path', "import { createApp } from '../../../server/app.ts';"],
  ])('sees an import %s', (_name, source) => {
    expect(wrongImports('client/src/lib/x.ts', source)).toHaveLength(1);
  });

  test.each([
    [
      'client/src/features/games/x.tsx',
      "import { line } from './team-line.tsx';\nimport { Money } from '#client/ui/money.tsx';",
    ],
    ['client/src/pages/x.tsx', "import { Slate } from '#client/features/games/slate.tsx';"],
    [
      'server/tickets/place.ts',
      "import { createHash } from 'node:crypto';\nimport { holdGames } from '../games/store.ts';",
    ],
    ['server/tickets/store.ts', "import { tickets } from '../db/tables/tickets.ts';"],
    ['server/worker/jobs/x.ts', "import { settleGames } from '../../tickets/settle.ts';"],
    ['server/cli/replay.ts', "import { startReplay } from '../replay/replay.ts';"],
    [
      'shared/domain/x.test.ts',
      "import fc from 'fast-check';\nimport { anyCents } from '#shared/testing/arbitraries.ts';",
    ],
  ])('lets %s be', (file, source) => {
    expect(wrongImports(file, source)).toEqual([]);
  });

  test('wants a rule for every folder', () => {
    expect(wrongImports('server/casino/spin.ts', '')).toEqual([expect.stringContaining('no rule')]);
  });
});
