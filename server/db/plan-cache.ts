import type pg from 'pg';

/** Chosen: a longer statement lists rows, and hardly ever has the same length again. */
const longestText = 6_000;
/**
 * Chosen: several times the number of statements that all requests send. Further statements are planned at each use.
 */
const mostStatements = 300;

/**
 * Makes the connection use a named prepared statement for each SQL text that has parameters. From the second use on
 * Postgres does not parse the text again, and it does not plan it again once it uses a generic plan. Parsing and
 * planning are most of the work of this app's joins.
 */
export function cachePlans(client: pg.PoolClient): void {
  const names = new Map<string, string>();
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const nameFor = (text: string) => {
    const name =
      names.get(text) ?? (names.size < mostStatements && text.length <= longestText ? `cached_${names.size}` : null);
    if (name !== null) names.set(text, name);
    return name;
  };
  const named = (first: unknown, second: unknown): unknown => {
    const text = typeof first === 'string' ? first : isUnnamed(first) ? first.text : null;
    const name = text !== null && Array.isArray(second) && second.length > 0 ? nameFor(text) : null;
    if (name === null) return first;
    return typeof first === 'string' ? { text: first, name } : { ...(first as object), name };
  };
  Object.assign(client, {
    query: (first: unknown, second?: unknown, ...rest: unknown[]) => send(named(first, second), second, ...rest),
  });
}

function isUnnamed(config: unknown): config is { text: string } {
  return (
    config instanceof Object &&
    'text' in config &&
    typeof config.text === 'string' &&
    !('name' in config && config.name)
  );
}
