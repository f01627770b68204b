/** Chosen: the length of the parts in which a long text is sent. */
const partLength = 64 * 1_024;

/**
 * The JSON text of an object, in parts. An async iterable anywhere in its fields becomes a list, whose elements are read
 * while the text is written; everything else becomes what `JSON.stringify` makes of it.
 */
export async function* jsonParts(value: object): AsyncGenerator<Buffer> {
  let text = '';
  for await (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < partLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

async function* piecesOf(value: unknown): AsyncGenerator<string> {
  if (isList(value)) {
    let before = '[';
    for await (const element of value) {
      yield before;
      yield* piecesOf(element);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (typeof value === 'object' && value !== null && Object.values(value).some(isList)) {
    let before = '{';
    for (const [name, field] of Object.entries(value)) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* piecesOf(field);
      before = ',';
    }
    yield '}';
  } else yield JSON.stringify(value);
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
