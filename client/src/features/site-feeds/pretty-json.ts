/** Chosen: no event of a provider is half as deep, and each level indents every line below it. */
const deepest = 40;

/**
 * JSON with a line a value, to be read. Characters without a shape, such as those that turn the direction of a text, are
 * written as escapes. Text that is cut, or nested too deeply, stays as it is.
 */
export function prettyJson(json: string): string {
  return indented(json).replace(/\p{Cf}/gu, escaped);
}

function indented(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return isDeeper(value, deepest) ? json : JSON.stringify(value, null, 2);
  } catch {
    return json;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
