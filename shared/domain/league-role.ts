/** How a member stands to a league. It has one owner, and managers whom the owner names. */
export const leagueRoles = ['owner', 'manager', 'member'] as const;
export type LeagueRole = (typeof leagueRoles)[number];

/**
 * The acts of those who run a league, and the roles that may do each. Source:
 * docs/decisions/running-a-league.md.
 */
const rights = {
  /** Settings, announcement, join code and group chat. */
  edit: ['owner', 'manager'],
  /** Removes members; of whom: `canRemove`. */
  remove: ['owner', 'manager'],
  /** Lets people in who ask to join. */
  approve: ['owner', 'manager'],
  /** Saves the settled bets and the standings as files. */
  export: ['owner', 'manager'],
  /** Names managers, and takes the role back. */
  appoint: ['owner'],
  /** Offers the league to another member. */
  transfer: ['owner'],
  /** Starts the next season at once; other members wait. */
  playAgain: ['owner'],
  delete: ['owner'],
} as const satisfies Record<string, readonly LeagueRole[]>;

export type LeagueAct = keyof typeof rights;

/** Chosen: more than friends need, and few enough to name in one line. */
export const mostManagers = 10;

/** Whether a member of this role may do the act. */
export function can(role: LeagueRole, act: LeagueAct): boolean {
  return rights[act].some((one) => one === role);
}

/** Whether a member of one role may remove another member. Nobody removes the owner, and the owner alone a manager. */
export function canRemove(role: LeagueRole, other: LeagueRole): boolean {
  return can(role, 'remove') && other !== 'owner' && (role === 'owner' || other === 'member');
}

/** The role of a member of the league. */
export function roleIn(
  league: { ownerId: string; managers: readonly { userId: string }[] },
  memberId: string,
): LeagueRole {
  if (league.ownerId === memberId) return 'owner';
  return league.managers.some(({ userId }) => userId === memberId) ? 'manager' : 'member';
}
