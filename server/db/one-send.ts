import pg from 'pg';

// Several statements in one message to the database. pg alone waits for the answer to each statement before it sends
// the next; the trips of a bet took longer than its work.
//
// The server runs the statements of a message one after the other, each with a snapshot of its own, and skips all that
// follow one that fails. So a COMMIT never runs after a statement of its message has failed, and no statement runs
// outside of its transaction because its BEGIN has failed. Source: the heading "Pipelining" of
// https://www.postgresql.org/docs/current/protocol-flow.html.

type Promises = Record<string, Promise<unknown>>;

/** A statement of pg, with the methods that pg's client calls and its types leave out. */
type Statement = pg.Query & {
  name?: string;
  text: string;
  prepare(connection: Connection): void;
} & Answered;

/** The methods by which pg's client passes on what the server answers. */
type Answered = {
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
};

type Connection = pg.Connection & {
  sync(): void;
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
};

/** The statements that each connection sends with its next one. */
const waiting = new Map<pg.PoolClient, Statement[]>();
/** pg's own function that sends a query of each connection. */
const sendOf = new WeakMap<pg.PoolClient, (query: pg.Submittable) => unknown>();
/** The connections that send each statement alone. */
const apart = new WeakSet<pg.PoolClient>();
/** While statements are collected: the connections that have got one. */
let collecting: Set<pg.PoolClient> | null = null;

/**
 * Sends the statements that `start` starts in one message of their connection. `start` must start them before it
 * returns: a function that awaits anything first sends its statement alone, later.
 *
 * Returns the promises of `start`. If a statement fails, its promise and those of all later statements reject with its
 * error: await them in the order of the statements.
 */
export function inOneSend<Started extends Promises>(start: () => Started): Started {
  const { started, clients } = collect(start);
  for (const client of clients) flush(client);
  return started;
}

/**
 * Sends the statements that `start` starts together with the next statement of their connection. If one of them fails,
 * so does that statement.
 */
export function withNextSend(start: () => Promises): void {
  collect(start);
}

/** Drops the statements that wait for the next one of the connection. Returns false if none wait. */
export function dropWaiting(client: pg.PoolClient): boolean {
  return waiting.delete(client);
}

function collect<Started extends Promises>(start: () => Started) {
  const clients = new Set<pg.PoolClient>();
  const before = new Map(waiting);
  collecting = clients;
  try {
    const started = start();
    const waitingIn = (all: typeof waiting) => [...clients].flatMap((client) => all.get(client) ?? []).length;
    if (waitingIn(waiting) - waitingIn(before) < Object.keys(started).length) {
      throw new Error('a statement was not started at once');
    }
    for (const promise of Object.values(started)) promise.catch(() => {}); // the caller awaits the first that fails
    return { started, clients };
  } catch (error) {
    for (const client of clients) {
      const earlier = before.get(client);
      if (earlier) waiting.set(client, earlier);
      else waiting.delete(client);
    }
    throw error;
  } finally {
    collecting = null;
  }
}

function flush(client: pg.PoolClient): void {
  const statements = waiting.get(client);
  waiting.delete(client);
  if (!statements) return;
  for (const sent of apart.has(client) ? statements : [new Send(statements)]) sendOf.get(client)?.(sent);
}

/**
 * Lets a connection send each statement alone from now on. For tests of what others do between two statements of one
 * message: the server runs them without a pause, and may run those of other connections meanwhile.
 */
export function sendApart(client: pg.PoolClient): void {
  apart.add(client);
}

/** Makes a connection ready for `inOneSend` and `withNextSend`. */
export function collectStatements(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  sendOf.set(client, send);
  Object.assign(client, {
    query: (...given: unknown[]) => {
      if (!(collecting || waiting.has(client))) return send(...given);
      const answer = later(client, given as [pg.QueryConfig | string, unknown[]?]);
      if (collecting) collecting.add(client);
      else flush(client);
      return answer;
    },
  });
}

function later(client: pg.PoolClient, [config, values]: [pg.QueryConfig | string, unknown[]?]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const named = { types: pg.types, ...(typeof config === 'string' ? { text: config } : config) };
    const statement = new pg.Query(named, values, (error, result) => (error ? reject(error) : resolve(result)));
    waiting.set(client, [...(waiting.get(client) ?? []), statement as Statement]);
  });
}

/** Statements that are sent in one message, as a query of pg: the client passes all their answers to it. */
class Send implements pg.Submittable, Answered {
  /** Set by pg, which ends the time limit of the answer by it. */
  callback: ((error: Error | null) => void) | undefined;
  /** The number of statements that the server has run. */
  #done = 0;
  #isOver = false;
  readonly #statements: readonly Statement[];

  constructor(statements: readonly Statement[]) {
    this.#statements = statements;
  }

  // The name and the text of the statement whose answer comes next: pg notes by them what the server has parsed.
  get name(): string | undefined {
    return this.#statements[this.#done]?.name;
  }
  get text(): string | undefined {
    return this.#statements[this.#done]?.text;
  }

  submit = (connection: pg.Connection): void => {
    const { stream } = connection;
    let isBroken = false;
    // A statement of pg sends a Sync of its own; here all share one. It closes itself if a value cannot be sent: then no
    // later statement may run, least of all a COMMIT.
    const sharing = Object.create(connection, {
      sync: { value: () => {} },
      close: { value: () => (isBroken = true) },
    }) as Connection;
    stream.cork();
    try {
      for (const statement of this.#statements) if (!isBroken) statement.prepare(sharing);
      (connection as Connection).sync();
    } finally {
      stream.uncork();
    }
  };

  handleRowDescription(message: unknown): void {
    this.#statements[this.#done]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#statements[this.#done]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#statements[this.#done]?.handleCommandComplete(message, connection);
    this.#done += 1;
  }

  handleEmptyQuery(): void {
    this.#done += 1;
  }

  handleReadyForQuery(connection: Connection): void {
    this.#end(null, connection);
  }

  handleError(error: Error, connection: Connection): void {
    this.#end(error, connection);
  }

  #end(error: Error | null, connection: Connection): void {
    if (this.#isOver) return; // it timed out, and the answer came nevertheless
    this.#isOver = true;
    for (const [at, statement] of this.#statements.entries()) {
      if (at < this.#done) statement.handleReadyForQuery(connection);
      else {
        const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
        if (statement.name && parsed[statement.name] === undefined) delete submitted[statement.name];
        statement.handleError(error ?? new Error('the server has not run a statement'), connection);
      }
    }
    this.callback?.(error);
  }
}
