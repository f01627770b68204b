/** What a member can answer to a ticket of another, in the order of screens. Source: docs/decisions/remarks.md. */
export const reactions = ['fire', 'called', 'laugh', 'wow', 'ouch', 'doubt'] as const;
export type Reaction = (typeof reactions)[number];

/** The words of a reaction. Screens show them beside its drawing, so that no meaning rests on the drawing alone. */
export const reactionWords: Record<Reaction, string> = {
  fire: 'Fire',
  called: 'Called it',
  laugh: 'Ha ha',
  wow: 'Wow',
  ouch: 'Ouch',
  doubt: 'No way',
};

/** Chosen: one line and a half on a phone, in characters as a reader counts them. */
export const longestNote = 80;
