/** A note above data whose last refresh failed. */
export function OutOfDate() {
  return (
    <p role="status" className="mb-3 rounded-xl border border-edge bg-raised px-3 py-2.5 text-sm">
      The last refresh failed, so this may be out of date.
    </p>
  );
}
