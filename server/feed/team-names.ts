/** Letters that stand for themselves in Unicode, as they are written without accents. */
const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

/** Names of one team that no spelling rule brings together, as they are once spelled alike. Source: feeds E. */
const aliases: Record<string, string> = {
  'los angeles clippers': 'la clippers',
  'oakland athletics': 'athletics',
  'bayern munchen': 'bayern munich',
  'internazionale milano': 'internazionale',
  'inter milan': 'internazionale',
};

/**
 * What two providers' full names of one team have in common: small letters and digits, words apart by one space.
 * Accents and punctuation are dropped, '&' is read as 'and', AFC and FC are left out. Empty when nothing is left.
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

/** A team's full name, of a place and a name that may say it already ('Athletics', 'Arsenal'). */
export function fullName(city: string, name: string): string {
  return city === '' || name === city || name.startsWith(`${city} `) ? name : `${city} ${name}`;
}
