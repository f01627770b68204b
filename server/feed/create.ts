import type { Env } from '../env.ts';
import { createEspnFeed } from './espn.ts';
import type { Feed } from './feed.ts';
import { createSimulation } from './simulation.ts';

/** The feed that the environment names. */
export function createFeed(env: Env): Feed {
  switch (env.FEED) {
    case 'espn':
      return createEspnFeed({ baseUrl: env.ESPN_BASE_URL });
    case 'simulated':
      return createSimulation({ seed: env.SEASON_SEED, speed: env.SEASON_SPEED });
  }
}
