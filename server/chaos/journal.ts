import { open, readFile } from 'node:fs/promises';

/** A durable log of what the product acknowledged. */
export type Journal<Entry> = {
  /** Resolves once the entry is on disk. */
  write(entry: Entry): Promise<void>;
  /** The entries on disk. */
  entries(): Promise<Entry[]>;
  close(): Promise<void>;
};

/** A file with a line of JSON per entry. Entries that arrive during a write are written together next. */
export async function openJournal<Entry>(path: string): Promise<Journal<Entry>> {
  const file = await open(path, 'a');
  let waiting: string[] = [];
  let next: Promise<void> | null = null;
  let flushing = Promise.resolve();

  const flush = async () => {
    await flushing;
    const lines = waiting;
    [waiting, next] = [[], null];
    await file.write(lines.join(''));
    await file.datasync();
  };
  return {
    write: (entry) => {
      waiting.push(`${JSON.stringify(entry)}\n`);
      if (next) return next;
      const batch = flush();
      [next, flushing] = [batch, batch];
      return batch;
    },
    entries: async () =>
      (await readFile(path, 'utf8'))
        .split('\n')
        .slice(0, -1) // an entry that is being written has no line break yet
        .map((line) => JSON.parse(line) as Entry),
    close: async () => {
      await flushing;
      await file.close();
    },
  };
}
