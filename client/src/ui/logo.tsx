/** The coin and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-lg font-extrabold tracking-tight">
      <img src="/coin.svg" alt="" width={20} height={20} className="size-5" />
      Ching
    </span>
  );
}
