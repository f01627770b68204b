import { createServer } from 'node:net';
import { StartupError } from './startup-error.ts';

/** Returns a port of this machine that was free a moment ago, for a program that cannot pick one itself. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === null) throw new StartupError('This machine has no free port.');
  return port;
}

/** Whether a program can listen at this port of this machine now. */
export async function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Listens for a moment; returns the port, which the system chooses for port 0. Throws if the port is taken. */
async function listenOnce(port: number): Promise<number | null> {
  const probe = createServer();
  await new Promise<void>((listening, failed) => probe.once('error', failed).listen(port, '127.0.0.1', listening));
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  return address === null || typeof address === 'string' ? null : address.port;
}
