import { createServer } from 'node:net';
import { listen } from './listen.ts';

/** Returns a port of this machine that was free a moment ago, for a program that cannot pick one itself. */
export async function freePort(): Promise<number> {
  return listenOnce(0);
}

/** Whether a program can listen at this port of this machine now. */
export async function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Listens for a moment; returns the port, which the system chooses for port 0. Throws if the port is taken. */
async function listenOnce(port: number): Promise<number> {
  const probe = createServer();
  const listened = await listen(probe, port);
  await new Promise((closed) => probe.close(closed));
  return listened;
}
