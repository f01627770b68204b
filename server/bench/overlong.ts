import { allEndpoints } from '../cli/api-reference.ts';
import { filledWith, overlong } from '../testing/overlong.ts';

export type OverlongFigures = { name: string; ms: number };

/** CPU milliseconds to parse a body with over-long text in every text field: the slowest of several texts. */
export function measureOverlong(times: number): OverlongFigures[] {
  return allEndpoints().flatMap(({ method, path, body }) => {
    if (!body) return [];
    const bodies = overlong.map((text) => filledWith(text, body));
    const costs = bodies.map((sent) => {
      body.safeParse(sent); // the first parse builds the schema
      const before = process.cpuUsage();
      for (let time = 0; time < times; time += 1) body.safeParse(sent);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / times;
    });
    return [{ name: `${method} ${path}`, ms: Math.max(...costs) }];
  });
}
