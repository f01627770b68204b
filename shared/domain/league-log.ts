/** The acts that every member of a league can read about. */
export const loggedActs = [
  'settings',
  'code-renewed',
  'chat-saved',
  'chat-removed',
  'removed',
  'manager-named',
  'manager-unnamed',
  'offered',
  'offer-withdrawn',
  'offer-declined',
  'transferred',
  'approved',
  'declined',
] as const;
export type LoggedAct = (typeof loggedActs)[number];
