import type { Page } from '@playwright/test';
import { addressOf, type BodyInput, type Endpoint, type ParamsInput, type ReplyOutput } from '#shared/api/endpoint.ts';

type Sent<E extends Endpoint> = { params?: ParamsInput<E>; body?: BodyInput<E> };

/**
 * Calls an endpoint with the session of `page` and returns the reply, parsed by its schema. Throws on any other status.
 */
export async function ask<E extends Endpoint>(
  page: Page,
  endpoint: E,
  { params, body }: Sent<E> = {},
): Promise<ReplyOutput<E>> {
  const options = { method: endpoint.method, ...(body === undefined ? {} : { data: body }) };
  const answer = await page.request.fetch(addressOf(endpoint, params), options);
  if (answer.status() !== endpoint.status) {
    throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status()} ${await answer.text()}`);
  }
  return endpoint.reply.parse(await answer.json()) as ReplyOutput<E>;
}
