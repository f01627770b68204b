import type pg from 'pg';

/** Ours: longer ones are lists of rows, which are hardly ever as long again. */
const longestText = 4_000;
/** Ours: several times what all requests send; what comes later is planned each time, as without this. */
const keptAtMost = 300;

/**
 * Has the connection keep the statements that it is sent with values, by their text: from the second time on the database
 * neither parses nor, once it knows that one plan serves all values, plans them. For our joins that is most of its work.
 */
export function cachePlans(client: pg.PoolClient): void {
  const names = new Map<string, string>();
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const nameOf = (text: string) => {
    const name =
      names.get(text) ?? (names.size < keptAtMost && text.length <= longestText ? `kept_${names.size}` : null);
    if (name !== null) names.set(text, name);
    return name;
  };
  const named = (first: unknown, second: unknown): unknown => {
    const text = typeof first === 'string' ? first : isNameless(first) ? first.text : null;
    const name = text !== null && Array.isArray(second) && second.length > 0 ? nameOf(text) : null;
    if (name === null) return first;
    return typeof first === 'string' ? { text: first, name } : { ...(first as object), name };
  };
  Object.assign(client, {
    query: (first: unknown, second?: unknown, ...rest: unknown[]) => send(named(first, second), second, ...rest),
  });
}

function isNameless(config: unknown): config is { text: string } {
  return (
    config instanceof Object &&
    'text' in config &&
    typeof config.text === 'string' &&
    !('name' in config && config.name)
  );
}
