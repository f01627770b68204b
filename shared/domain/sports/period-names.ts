const endings = ['th', 'st', 'nd', 'rd'];

/** '1st', '2nd', '11th', '21st'. */
export function ordinal(period: number): string {
  const isTeen = Math.floor(period / 10) % 10 === 1;
  return `${period}${(isTeen ? null : endings[period % 10]) ?? 'th'}`;
}

/** The names of `regulation` periods and of the overtimes after them: '4th', 'OT', '2OT'. */
export function namesWithOvertime(regulation: number): (period: number) => string {
  return (period) => {
    const extra = period - regulation;
    if (extra <= 0) return ordinal(period);
    return extra === 1 ? 'OT' : `${extra}OT`;
  };
}
