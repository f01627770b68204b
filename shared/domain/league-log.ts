import type { ChatService } from './chat.ts';
import type { FairPlay } from './fair-play.ts';
import type { AllowedSports } from './sport.ts';

/** The acts that every member of a league can read about. */
export const loggedActs = [
  'settings',
  'code-renewed',
  'chat-saved',
  'chat-removed',
  'removed',
  'note-removed',
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

/** Settings of a league as its log stores them: those that an act changed. Instants and money are text, as on the wire. */
export type LoggedSettings = {
  name?: string;
  description?: string | null;
  joinDeadline?: string | null;
  endDate?: string | null;
  allowedSports?: AllowedSports;
  reveal?: 'settled' | 'started';
  remarks?: boolean;
  fairPlay?: Omit<FairPlay, 'rescue'> & { rescue: string | null };
  approvesJoins?: boolean;
  /** Empty for words, which the log does not repeat; null for none. */
  announcement?: string | null;
  chat?: ChatService;
};
