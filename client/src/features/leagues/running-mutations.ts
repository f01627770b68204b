import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import {
  approveRequest,
  askToJoin,
  declineRequest,
  listJoinRequests,
  ownRequests,
  withdrawRequest,
} from '#shared/api/join-requests.ts';
import { acceptOffer, endOffer, nameManager, offerLeague, unnameManager } from '#shared/api/league-roles.ts';
import { inviteKey } from './invite-query.ts';
import { joinLabels } from './labels.ts';
import { leaguesQuery } from './queries.ts';

type Words = { done: string; failed: string };

/** Runs an act about who runs a league or gets in, and reads again what it changes, also if it failed. */
function useAct<Input>(act: (input: Input) => Promise<unknown>, { done, failed }: Words, keys: readonly string[] = []) {
  const client = useQueryClient();
  const refetch = () =>
    Promise.all([...leaguesQuery.queryKey, ...keys].map((key) => client.invalidateQueries({ queryKey: [key] })));
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      toast(done);
      return refetch();
    },
    onError: (error) => {
      toastFailed(error, {
        fallback: failed,
        unknown: `${failed}: no answer came. See how it is before you try again.`,
      });
      return refetch();
    },
  });
}

/** Makes a manager of a member, or takes the role back. */
export function useAppoint(leagueId: string, userId: string) {
  const params = { id: leagueId, userId };
  return {
    name: useAct(() => call(nameManager, { params }), { done: 'Manager Named', failed: 'Failed to name a manager' }),
    unname: useAct(() => call(unnameManager, { params }), {
      done: 'Not a Manager Any More',
      failed: 'Failed to take the role back',
    }),
  };
}

/** Offers the league to a member. */
export function useOffer(leagueId: string, userId: string) {
  return useAct(() => call(offerLeague, { params: { id: leagueId }, body: { userId } }), {
    done: 'League Offered',
    failed: 'Failed to offer the league',
  });
}

/** Accepts the offer of a league. */
export function useAcceptOffer(leagueId: string) {
  return useAct(() => call(acceptOffer, { params: { id: leagueId } }), {
    done: 'You Own the League Now',
    failed: 'Failed to accept the offer',
  });
}

/** Withdraws an offer, or declines it. */
export function useEndOffer(leagueId: string) {
  return useAct(() => call(endOffer, { params: { id: leagueId } }), {
    done: 'Offer Ended',
    failed: 'Failed to end the offer',
  });
}

/** Lets somebody in who has asked, or turns them down. */
export function useAnswerRequest(leagueId: string) {
  const keys = [listJoinRequests.path];
  const params = (userId: string) => ({ params: { id: leagueId, userId } });
  return {
    approve: useAct(
      (userId: string) => call(approveRequest, params(userId)),
      { done: 'Member Let In', failed: 'Failed to let them in' },
      keys,
    ),
    decline: useAct(
      (userId: string) => call(declineRequest, params(userId)),
      { done: 'Request Turned Down', failed: 'Failed to turn the request down' },
      keys,
    ),
  };
}

/** Asks to be let into the league with a code. */
export function useAskToJoin(code: string) {
  return useAct(
    () => call(askToJoin, { body: { joinCode: code }, labels: joinLabels }),
    { done: 'You Have Asked to Join', failed: 'Failed to ask' },
    [inviteKey, ownRequests.path],
  );
}

/** Takes the viewer's request to join a league back. */
export function useWithdrawRequest() {
  return useAct(
    (groupId: string) => call(withdrawRequest, { params: { groupId } }),
    { done: 'Request Taken Back', failed: 'Failed to take the request back' },
    [inviteKey, ownRequests.path],
  );
}
