import type { Invite, InvitedTo } from '#shared/api/invite.ts';
import { isolate } from '#shared/domain/naming.ts';

/** What a chat shows of a link besides its picture. */
export type Preview = { title: string; description: string };

const inShort = 'Friends, play currency, real games.';

/** The preview of a link that leads to no league, or to one that cannot be read now. */
export const blankPreview: Preview = { title: 'Join a league on Ching', description: inShort };

type Previewed = Pick<Invite, 'name' | 'closed'> & { league: Pick<InvitedTo, 'owner'> | null };

/** The preview of an invitation. It has no name but those of the league and its owner. */
export function previewOf({ name, closed, league }: Previewed): Preview {
  if (!league) return { title: `${isolate(name)} on Ching`, description: closed ?? inShort };
  return {
    title: `Join ${isolate(name)} on Ching`,
    description: `${isolate(league.owner)} invites you. ${inShort}`,
  };
}
