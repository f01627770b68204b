import { createServer } from 'node:net';
import { StartupError } from './startup-error.ts';

/** Returns a port of this machine that was free a moment ago, for a program that cannot pick one itself. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening, failed) => probe.once('error', failed).listen(0, '127.0.0.1', listening));
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === 'string') throw new StartupError('This machine has no free port.');
  return address.port;
}
