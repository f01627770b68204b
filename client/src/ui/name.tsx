/**
 * Text that a person typed: the name of a member or league. Its direction is found from its own letters, and neither
 * that nor a bidirectional character in it reaches the text around it.
 */
export function Name({ children }: { children: string }) {
  return <bdi dir="auto">{children}</bdi>;
}
