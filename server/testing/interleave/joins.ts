import { deleteGroup, joinGroup, updateGroup } from '#shared/api/groups.ts';
import { approveRequest, askToJoin, withdrawRequest } from '#shared/api/join-requests.ts';
import { maximum } from '../../leagues/entering.ts';
import { type Act, calls, deletesAccount, removes } from './acts.ts';
import type { Run } from './interleave.ts';
import {
  aLeague,
  aRequest,
  commitsAfter,
  doorOf,
  fillRequests,
  inLeague,
  type Meeting,
  never,
  neverAfter,
} from './meeting.ts';

type Request = Awaited<ReturnType<typeof aRequest>>;

/** The approval of a request to join beside another act. */
const besideApproval = (name: string, other: (made: Request) => Act, ends = 2): Meeting => ({
  name,
  ends,
  prepare: async (world) => {
    const made = await aRequest(world);
    const { owner, league, stranger } = made;
    const approves = calls(owner, approveRequest, { params: { id: league.id, userId: stranger.user.id } });
    return inLeague(world, league, [approves, other(made)]);
  },
});

const setsApproval = ({ owner, league }: Request, approvesJoins: boolean): Act =>
  calls(owner, updateGroup, { params: { id: league.id }, body: { approvesJoins } });

/** Requests of those who join a league, and of those who let them in. */
export const joinPairs: Meeting[] = [
  {
    name: 'a join and the deletion of the account',
    prepare: async (world) => {
      const { league } = await aLeague(world);
      const stranger = await world.signUp('Sue');
      return inLeague(world, league, [
        calls(stranger, joinGroup, { body: { joinCode: league.joinCode } }),
        deletesAccount(stranger),
      ]);
    },
  },
  {
    name: 'a join and the deletion of the league',
    prepare: async (world) => {
      const { owner, league } = await aLeague(world);
      const stranger = await world.signUp('Sue');
      return inLeague(world, league, [
        calls(stranger, joinGroup, { body: { joinCode: league.joinCode } }),
        calls(owner, deleteGroup, { params: { id: league.id } }),
      ]);
    },
  },
  {
    name: 'two joins of one person',
    prepare: async (world) => {
      const { league } = await aLeague(world);
      const stranger = await world.signUp('Sue');
      const joins = calls(stranger, joinGroup, { body: { joinCode: league.joinCode } });
      return inLeague(world, league, [joins, joins]);
    },
  },
  {
    name: 'two requests for the last place of those who wait',
    prepare: async (world) => {
      const { league } = await aRequest(world);
      await fillRequests(world.database.db, league, maximum.requests - 2);
      const [one, other] = [await world.signUp('Tim'), await world.signUp('Uma')];
      const sent = { body: { joinCode: league.joinCode } };
      return inLeague(world, league, [calls(one, askToJoin, sent), calls(other, askToJoin, sent)]);
    },
  },
  besideApproval('the approval of a request and the end of approvals', (made) => setsApproval(made, false)),
  besideApproval('the approval of a request and the deletion of the league', ({ owner, league }) =>
    calls(owner, deleteGroup, { params: { id: league.id } }),
  ),
  besideApproval('the approval of a request and a removal', removes, 1),
  {
    name: 'the approval of a request and its withdrawal',
    prepare: async (world) => {
      const made = await aRequest(world);
      const { owner, league, stranger } = made;
      const acts = [
        calls(owner, approveRequest, { params: { id: league.id, userId: stranger.user.id } }),
        calls(stranger, withdrawRequest, { params: { groupId: league.id } }),
      ];
      return neverAfter(inLeague(world, league, acts), 0, '200', [1]);
    },
  },
  {
    name: 'the end of approvals and their start again',
    ends: 1,
    prepare: async (world) => {
      const made = await aRequest(world);
      const before = await doorOf(world.database.db, made.league);
      // Those who wait are let in one by one after approvals have ended, or wait on if approvals have started again.
      const seen = async (run: Run) => {
        const { approves, members } = await doorOf(world.database.db, made.league);
        const isLate = approves && members > before.members && commitsAfter(run, 0, 1);
        return isLate ? `${never}somebody was let in while joins are approved` : '';
      };
      return { acts: [setsApproval(made, false), setsApproval(made, true)], seen };
    },
  },
];
