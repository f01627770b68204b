/** Chosen: the standings of so many members are 200 kB. A line of a slip is not worth more. */
export const mostMembers = 1_000;

/**
 * The space of a line that is not known yet. Without it the line would move the button that places the bet away from
 * under a tap.
 */
export function ConsequenceSpace({ memberCount }: { memberCount: number }) {
  return memberCount <= mostMembers && <div className="h-13" />;
}
