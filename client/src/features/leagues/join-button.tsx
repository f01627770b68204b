import { Button } from '#client/ui/button.tsx';
import { Name } from '#client/ui/name.tsx';

type JoinButtonProps = { name: string; asks?: boolean; isBusy?: boolean; onClick: () => void };

/** The one gold button of an invitation, which names the league. `asks`: somebody lets new members in. */
export function JoinButton({ name, asks = false, isBusy = false, onClick }: JoinButtonProps) {
  const act = asks ? 'Ask to Join' : 'Join';
  return (
    <Button
      variant="primary"
      size="large"
      className="wrap-anywhere aria-disabled:opacity-55"
      aria-disabled={isBusy} // disabled, it would lose the focus
      onClick={() => isBusy || onClick()}
    >
      <span>
        {isBusy ? (asks ? 'Asking to join' : 'Joining') : act} <Name>{name}</Name>
        {isBusy && '...'}
      </span>
    </Button>
  );
}
