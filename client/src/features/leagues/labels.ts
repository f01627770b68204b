import type { LeagueDraft } from './league-draft.ts';

/** The labels of a league's fields, by their names in the request. */
export const leagueLabels: Record<keyof LeagueDraft, string> = {
  name: 'League Name',
  description: 'Description',
  joinDeadline: 'Join Deadline',
  endDate: 'End Date',
  allowedSports: 'Allowed Sports',
  reveal: "Members see each other's bets",
  remarks: 'Notes and reactions on bets',
  fairPlay: 'Rules',
  approvesJoins: 'New members',
  announcement: 'Announcement',
};

export const joinLabels = { joinCode: 'Join Code' } as const;
