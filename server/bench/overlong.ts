import { allEndpoints } from '../cli/api-reference.ts';
import { filledWith, overlong } from '../testing/overlong.ts';

export type OverlongFigures = { name: string; ms: number };

/** CPU time in milliseconds that reading a body takes with over-long text in every text field, the dearest text of all. */
export function measureOverlong(times: number): OverlongFigures[] {
  return allEndpoints().flatMap(({ method, path, body }) => {
    if (!body) return [];
    const bodies = overlong.map((text) => filledWith(text, body));
    const costs = bodies.map((sent) => {
      body.safeParse(sent); // the first one builds the schema
      const before = process.cpuUsage();
      for (let time = 0; time < times; time += 1) body.safeParse(sent);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / times;
    });
    return [{ name: `${method} ${path}`, ms: Math.max(...costs) }];
  });
}
