import { Icon } from '#client/ui/icons.tsx';
import type { Reaction } from '#shared/domain/remarks.ts';

const face = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0';
const eyes = 'M9 10v.01M15 10v.01';

/** In a box of 24 x 24. */
const drawings: Record<Reaction, string> = {
  fire: 'M12 3c.5 4 5.500 5.500 5.500 11a5.500 5.500 0 0 1-11 0c0-2 .8-3.200 2-4.500.3 1.500 1 2.200 2 2.500C9.500 8.500 10 5.500 12 3z',
  called: `${face}M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 12v.01`,
  laugh: `${face}M8 10.500l1-1.500 1 1.500M14 10.500l1-1.500 1 1.500M7.500 13.500h9a4.500 4.500 0 0 1-9 0z`,
  wow: `${face}${eyes}M12 13.500a1.500 2 0 1 0 .01 0z`,
  ouch: `${face}${eyes}M8.500 16.500c1-1.700 2.200-2.300 3.500-2.300s2.500.6 3.500 2.300`,
  doubt: `${face}M8 9.500l2.500 1M15 10v.01M9 15.500l6-1`,
};

export function ReactionIcon({ reaction }: { reaction: Reaction }) {
  return (
    <Icon size={18}>
      <path d={drawings[reaction]} />
    </Icon>
  );
}

/** A face with a plus sign: adds a reaction. */
export function AddReactionIcon() {
  return (
    <Icon size={18}>
      <path d="M20 11.500A8.500 8.500 0 1 1 12.500 4M8.500 10.500v.01M14.500 10.500v.01M8 14.500c1 1.500 2.200 2 3.500 2s2.500-.5 3.500-2M19 2.500v6M16 5.500h6" />
    </Icon>
  );
}
