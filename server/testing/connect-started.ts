import { pino } from 'pino';
import { type ConnectOptions, connect, type Database } from '../db/connection.ts';

/** Connects as a process that serves requests does: it knows whether the leagues lie on several machines. */
export async function connectStarted(url: string, options: ConnectOptions = {}): Promise<Database> {
  const database = connect(url, pino({ level: 'silent' }), options);
  await database.machines.start();
  return database;
}
