import type { AddressInfo, Server } from 'node:net';

/**
 * Lets the server listen at a port, and returns it: the system chooses a free one for port 0. Only this machine reaches
 * it, unless `host` is null: then every network does. Throws if the port is taken.
 */
export async function listen(server: Server, port = 0, host: string | null = '127.0.0.1'): Promise<number> {
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen({ port, ...(host !== null && { host }) }, listening);
  });
  return (server.address() as AddressInfo).port; // it listens at a port, so it has one
}
