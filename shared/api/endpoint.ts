import type { z } from 'zod';
import { lazy } from '#shared/lazy.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The callers whom the endpoint serves. `member`, `manager` and `owner` refer to the league that the request names; what
 * a manager may do, the owner may.
 */
export type Access = 'all' | 'signed-in' | 'member' | 'manager' | 'owner' | 'admin';

/**
 * The header of a reply over all leagues of the caller that leaves some out, because their machine is lost: how many of
 * the leagues that the caller is or was listed in.
 */
export const unreachableHeader = 'Unreachable-Leagues';

/** One call of the API. Client and server parse requests and replies with its schemas. */
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
  /** The values of the path's placeholders. Further keys go into the query string. */
  params: Params;
  body: Body;
  reply: Reply;
  /** 201 when the call creates something, else 200. Source: docs/decisions/answers-and-errors.md. */
  status: 200 | 201;
  /** Whether a call that creates may find what it would create, and then answers 200. */
  mayFind: boolean;
  /** The refusals of this call alone, for the API reference: '409 `locked`: a game takes no more bets'. */
  refuses: readonly string[];
  /** Whether the reply is about all leagues of the caller, so that it may have `unreachableHeader`. */
  isOverLeagues: boolean;
  /**
   * The query parameters of which a call has at least one; without any it is a call of another endpoint with the same
   * path. Empty if the path has only this endpoint, or if this is the one for calls without them.
   */
  onlyWith: readonly string[];
};

/** The definition of an endpoint. Its schemas are functions, so that each is built at its first use. */
type Definition<Reply, Body, Params, Who> = {
  method: Method;
  path: string;
  access: Who;
  params?: () => Params;
  body?: () => Body;
  reply: () => Reply;
  status?: 201;
  mayFind?: true;
  refuses?: readonly string[];
  isOverLeagues?: true;
  onlyWith?: readonly string[];
};

export function endpoint<
  Reply extends z.ZodType,
  Who extends Access,
  Body extends z.ZodType | null = null,
  Params extends z.ZodType | null = null,
>(definition: Definition<Reply, Body, Params, Who>): Endpoint<Reply, Body, Params, Who> {
  const { method, path, access, status = 200, mayFind = false, refuses = [] } = definition;
  const { isOverLeagues = false, onlyWith = [] } = definition;
  const [params, body, reply] = [
    lazy(definition.params ?? none<Params>),
    lazy(definition.body ?? none<Body>),
    lazy(definition.reply),
  ];
  return {
    method,
    path,
    access,
    status,
    mayFind,
    refuses,
    isOverLeagues,
    onlyWith,
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

/** The schema of an endpoint without a body or parameters: null. */
function none<Schema>(): Schema {
  return null as Schema;
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The body and parameters as the client passes them, and as the server's handler receives them after parsing. */
export type BodyInput<E extends Endpoint> = InputOf<E['body']>;
export type BodyOutput<E extends Endpoint> = OutputOf<E['body']>;
export type ParamsInput<E extends Endpoint> = InputOf<E['params']>;
export type ParamsOutput<E extends Endpoint> = OutputOf<E['params']>;
/** The reply as the server sends it, and as the client receives it after parsing. */
export type ReplyInput<E extends Endpoint> = z.input<E['reply']>;
export type ReplyOutput<E extends Endpoint> = z.output<E['reply']>;

/**
 * The URL of a call. Fills in the placeholders, drops an optional part in braces whose value is missing, and puts all
 * other parameters into the query string.
 */
export function addressOf({ path }: Pick<Endpoint, 'path'>, params: unknown): string {
  const rest = new Map(Object.entries(params ?? {}).filter(([, value]) => value !== undefined && value !== null));
  const encode = (name: string) => {
    const value = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return value;
  };
  const filled = path
    .replace(/\{([^}]*:(\w+)[^}]*)\}/g, (_, part: string, name: string) => (rest.has(name) ? part : ''))
    .replace(/:(\w+)/g, (_, name: string) => encode(name));
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${filled}?${query}` : filled;
}
