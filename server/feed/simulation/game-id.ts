import type { Fixture } from './fixture.ts';

/** The ids of the games of one simulation. */
export type GameIds = {
  /** `season:nfl-60-1-123`: feed, league, speed, seed and number; an extra game ends in x. */
  of(fixture: Fixture): string;
  /** The league's slug and the number in an id; null if the id is not of this simulation. */
  read(id: string): { slug: string; number: number; isExtra: boolean } | null;
};

export function gameIds(feed: string, seed: number, speed: number): GameIds {
  const pattern = new RegExp(`^${feed}:([a-z]+)-${speed}-${seed}-(-?\\d+)(x?)$`);
  return {
    of: ({ league, number, isExtra }) => `${feed}:${league.slug}-${speed}-${seed}-${number}${isExtra ? 'x' : ''}`,
    read(id) {
      const [, slug, number, extra] = pattern.exec(id) ?? [];
      return slug ? { slug, number: Number(number), isExtra: extra === 'x' } : null;
    },
  };
}
