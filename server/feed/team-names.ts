/** Letters that Unicode does not decompose (NFKD), with their plain spelling. */
const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

/** Normalized names of one team that no spelling rule makes equal. Source: `docs/feeds.md#joining-two-feeds`. */
const aliases: Record<string, string> = {
  'los angeles clippers': 'la clippers',
  'oakland athletics': 'athletics',
  'bayern munchen': 'bayern munich',
  'internazionale milano': 'internazionale',
  'inter milan': 'internazionale',
};

/**
 * Normalizes a full team name, so that two providers' names of one team are equal: lower-case letters and digits, with
 * one space between words. Accents and punctuation are dropped, '&' becomes 'and', AFC and FC are left out. May be
 * empty.
 */
export function teamKey(fullName: string): string {
  const words = fullName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđßæœı]/g, (letter) => letters[letter] ?? letter)
    .replaceAll('&', ' and ')
    .replace(/['’ʻ.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'fc' && word !== 'afc')
    .join(' ');
  return Object.hasOwn(aliases, words) ? (aliases[words] ?? words) : words;
}

/** A team's name as other providers write it: city and name, or the name alone if it contains the city ('Arsenal'). */
export function nameToMatch(city: string, name: string): string {
  return city === '' || name === city || name.startsWith(`${city} `) ? name : `${city} ${name}`;
}
