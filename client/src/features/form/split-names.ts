import type { RowOf, Split } from '#shared/domain/form.ts';

export const splitNames: Record<Split, string> = {
  sport: 'Sport',
  market: 'Market',
  price: 'Price',
  day: 'Day placed',
};

/** The names of the rows of all splits. */
export const rowNames: Record<RowOf<Split>, string> = {
  NFL: 'NFL',
  MLB: 'MLB',
  Soccer: 'Soccer',
  CFB: 'CFB',
  NBA: 'NBA',
  Hockey: 'Hockey',
  several: 'Several sports',
  spread: 'Spread',
  moneyline: 'Moneyline',
  total: 'Total',
  parlay: 'Parlay',
  favorite: 'Favorites',
  even: 'About even',
  longshot: 'Longshots',
  Sunday: 'Sunday',
  Monday: 'Monday',
  Tuesday: 'Tuesday',
  Wednesday: 'Wednesday',
  Thursday: 'Thursday',
  Friday: 'Friday',
  Saturday: 'Saturday',
};
