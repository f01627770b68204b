import { Button } from '#client/ui/button.tsx';
import { Name } from '#client/ui/name.tsx';

type JoinButtonProps = { name: string; disabled?: boolean; onClick: () => void };

/** The one gold button of an invitation, which names the league. */
export function JoinButton({ name, ...rest }: JoinButtonProps) {
  return (
    <Button variant="primary" size="large" className="wrap-anywhere" {...rest}>
      <span>
        Join <Name>{name}</Name>
      </span>
    </Button>
  );
}
