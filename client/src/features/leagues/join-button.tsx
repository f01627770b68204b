import { Button } from '#client/ui/button.tsx';
import { Name } from '#client/ui/name.tsx';

type JoinButtonProps = { name: string; asks?: boolean; disabled?: boolean; onClick: () => void };

/** The one gold button of an invitation, which names the league. `asks`: somebody lets new members in. */
export function JoinButton({ name, asks = false, ...rest }: JoinButtonProps) {
  return (
    <Button variant="primary" size="large" className="wrap-anywhere" {...rest}>
      <span>
        {asks ? 'Ask to Join' : 'Join'} <Name>{name}</Name>
      </span>
    </Button>
  );
}
