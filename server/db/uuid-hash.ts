/**
 * Postgres' `uuid_hash`, by which Citus places a row: Jenkins' lookup3 over the 16 bytes, with the seed of Postgres.
 * Null if `uuid` is not written as Postgres writes a UUID.
 */
export function uuidHash(uuid: string): number | null {
  if (uuid.length !== 36) return null; // however long a text a client sends as an id, no pattern reads it
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid)) return null;
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  const seed = (0x9e3779b9 + bytes.length + 3_923_095) | 0;
  let [a, b, c] = [seed, seed, seed];
  a = (a + bytes.readInt32LE(0)) | 0;
  b = (b + bytes.readInt32LE(4)) | 0;
  c = (c + bytes.readInt32LE(8)) | 0;

  a = (a - c) ^ rotated(c, 4);
  c = (c + b) | 0;
  b = (b - a) ^ rotated(a, 6);
  a = (a + c) | 0;
  c = (c - b) ^ rotated(b, 8);
  b = (b + a) | 0;
  a = (a - c) ^ rotated(c, 16);
  c = (c + b) | 0;
  b = (b - a) ^ rotated(a, 19);
  a = (a + c) | 0;
  c = (c - b) ^ rotated(b, 4);
  b = (b + a) | 0;

  a = (a + bytes.readInt32LE(12)) | 0;

  c = ((c ^ b) - rotated(b, 14)) | 0;
  a = ((a ^ c) - rotated(c, 11)) | 0;
  b = ((b ^ a) - rotated(a, 25)) | 0;
  c = ((c ^ b) - rotated(b, 16)) | 0;
  a = ((a ^ c) - rotated(c, 4)) | 0;
  b = ((b ^ a) - rotated(a, 14)) | 0;
  return ((c ^ b) - rotated(b, 24)) | 0;
}

/** The 32 bits of `value`, rotated to the left. */
function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
