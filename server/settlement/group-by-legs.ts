/**
 * Groups items in their order. A group has at most `most` items and at most `mostLegs` legs; an item with more legs is
 * alone.
 */
export function groupByLegs<T extends { legs: number }>(
  items: readonly T[],
  most: number,
  mostLegs: number,
): [T, ...T[]][] {
  const groups: [T, ...T[]][] = [];
  let room = 0;
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.length < most && item.legs <= room) {
      last.push(item);
      room -= item.legs;
    } else {
      groups.push([item]);
      room = mostLegs - item.legs;
    }
  }
  return groups;
}
