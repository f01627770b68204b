import type { z } from 'zod';
import { lazy } from '#shared/lazy.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call. `member` and `owner` are of the league that the call names. */
export type Access = 'all' | 'signed-in' | 'member' | 'owner' | 'admin';

/** One call of the wire: what may be sent, and what comes back. Both sides parse both with it. */
export type Endpoint<
  Reply extends z.ZodType = z.ZodType,
  Body extends z.ZodType | null = z.ZodType | null,
  Params extends z.ZodType | null = z.ZodType | null,
  Who extends Access = Access,
> = {
  method: Method;
  /** Express form: '/api/groups/:id/leaderboard'. */
  path: string;
  access: Who;
  /** What the path's placeholders hold; further keys travel in the query. */
  params: Params;
  body: Body;
  reply: Reply;
  /** 201 where something is created, otherwise 200. Source: design 5. */
  status: 200 | 201;
  /** What is special to the call: '409 `locked`: a game takes no more bets'. For the API reference. */
  refuses: readonly string[];
};

/** An endpoint as it is written down: its schemas are made when one is first asked for. */
type Given<Reply, Body, Params, Who> = {
  method: Method;
  path: string;
  access: Who;
  params?: () => Params;
  body?: () => Body;
  reply: () => Reply;
  status?: 201;
  refuses?: readonly string[];
};

export function endpoint<
  Reply extends z.ZodType,
  Who extends Access,
  Body extends z.ZodType | null = null,
  Params extends z.ZodType | null = null,
>(given: Given<Reply, Body, Params, Who>): Endpoint<Reply, Body, Params, Who> {
  const { method, path, access, status = 200, refuses = [] } = given;
  const [params, body, reply] = [lazy(given.params ?? none<Params>), lazy(given.body ?? none<Body>), lazy(given.reply)];
  return {
    method,
    path,
    access,
    status,
    refuses,
    get params() {
      return params();
    },
    get body() {
      return body();
    },
    get reply() {
      return reply();
    },
  };
}

/** What an endpoint has where it takes nothing. */
function none<Schema>(): Schema {
  return null as Schema;
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a caller sends, and what the server's handler is handed. */
export type BodyInput<E extends Endpoint> = InputOf<E['body']>;
export type BodyOutput<E extends Endpoint> = OutputOf<E['body']>;
export type ParamsInput<E extends Endpoint> = InputOf<E['params']>;
export type ParamsOutput<E extends Endpoint> = OutputOf<E['params']>;
/** What goes over the wire, and what a caller is handed. */
export type ReplyInput<E extends Endpoint> = z.input<E['reply']>;
export type ReplyOutput<E extends Endpoint> = z.output<E['reply']>;

/** The address of a call: placeholders filled in, an optional part in braces left out without its value, the rest as query. */
export function addressOf({ path }: Pick<Endpoint, 'path'>, params: unknown): string {
  const rest = new Map(Object.entries(params ?? {}).filter(([, value]) => value !== undefined && value !== null));
  const take = (name: string) => {
    const value = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return value;
  };
  const filled = path
    .replace(/\{([^}]*:(\w+)[^}]*)\}/g, (_, part: string, name: string) => (rest.has(name) ? part : ''))
    .replace(/:(\w+)/g, (_, name: string) => take(name));
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${filled}?${query}` : filled;
}
