import { addressOf } from '#shared/api/endpoint.ts';
import type { RefusalBody } from '#shared/api/errors.ts';
import type { Visitor } from './world.ts';

/** Whether it is an endless event stream, which `call` closes without reading it. */
function isStream(response: Response): boolean {
  return response.headers.get('content-type') === 'text/event-stream';
}

/** Whether it is a file to save, which is no JSON. */
function isFile(response: Response): boolean {
  return response.headers.has('content-disposition');
}

/** A browser with an empty cookie jar, or the given one. */
export function createVisitor(origin: string, jar = new Map<string, string>()): Visitor {
  const raw: Visitor['raw'] = async (method, path, { body, headers = {} } = {}) => {
    const isText = typeof body === 'string';
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(jar.size > 0 ? { cookie: [...jar.values()].join('; ') } : {}),
        ...headers,
      },
      body: body === undefined ? null : isText ? body : JSON.stringify(body),
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = ''] = pair.split('=');
      if (pair.endsWith('=')) jar.delete(name);
      else jar.set(name, pair);
    }
    return response;
  };
  return {
    raw,
    at: (other) => createVisitor(other, jar),
    call: async (endpoint, { params, body, headers = {} } = {}) => {
      const response = await raw(endpoint.method, addressOf(endpoint, params), { body, headers });
      const json: unknown = isStream(response)
        ? await response.body?.cancel()
        : isFile(response)
          ? await response.text()
          : await response.json();
      const isRefused = response.status !== endpoint.status && !(endpoint.mayFind && response.status === 200);
      return {
        status: response.status,
        headers: response.headers,
        refusal: isRefused ? (json as RefusalBody) : null,
        get reply() {
          if (isRefused)
            throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${JSON.stringify(json)}`);
          return endpoint.reply.parse(json) as never;
        },
      };
    },
  };
}
