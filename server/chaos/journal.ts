import { open, readFile } from 'node:fs/promises';

/** Promises of the product, written down so that no crash can take them back. */
export type Journal<Entry> = {
  /** Returns once the line is on the disk. */
  write(entry: Entry): Promise<void>;
  /** What is on the disk. */
  entries(): Promise<Entry[]>;
  close(): Promise<void>;
};

/** A file of one line of JSON an entry; what comes while the disk is busy goes there together. */
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
        .slice(0, -1) // what is being written ends without a line break
        .map((line) => JSON.parse(line) as Entry),
    close: async () => {
      await flushing;
      await file.close();
    },
  };
}
