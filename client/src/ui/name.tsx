/**
 * A name that a person typed. `<bdi>` derives the direction from the name's letters, and isolates the text around it
 * from that direction and from bidirectional characters in the name.
 */
export function Name({ children }: { children: string }) {
  return <bdi dir="auto">{children}</bdi>;
}
