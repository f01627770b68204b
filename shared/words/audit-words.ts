import type { AuditAct } from '#shared/domain/audit.ts';

/** The acts of the audit log, as a list to choose from names them. */
export const auditActNames: Record<AuditAct, string> = {
  'admin-granted': 'Admins made',
  'admin-revoked': 'Admin rights ended',
  'result-set': 'Results by hand',
  'game-voided': 'Games voided',
  'result-corrected': 'Corrections by a feed',
  'odds-set': 'Odds set',
  'odds-cleared': 'Odds cleared',
  'mail-retried': 'Mail sent again',
  'user-shown': 'Accounts opened',
  'league-shown': 'Leagues opened',
  'member-removed': 'Members removed',
  'league-deleted': 'Leagues deleted',
  'league-transferred': 'Leagues handed over',
  'note-removed': 'Notes removed',
  'email-changed': 'Addresses changed',
  'email-change-undone': 'Changes of addresses taken back',
  'password-changed': 'Passwords changed',
  'session-ended': 'Browsers signed out',
  'other-sessions-ended': 'All other browsers signed out',
  'account-deleted': 'Accounts deleted',
  'leagues-sharded': 'Leagues sharded',
  'machine-disabled': 'Machines disabled',
  'machine-enabled': 'Machines enabled',
};
