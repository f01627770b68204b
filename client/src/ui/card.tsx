import { type ReactNode, useId } from 'react';

type CardProps = {
  title: string;
  /** The element id, to which links of the page lead. */
  id?: string;
  children: ReactNode;
};

/** A titled section of a page on a surface of its own. */
export function Card({ title, id, children }: CardProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className="scroll-mt-18 rounded-2xl border border-edge bg-surface p-4">
      <h2 id={headingId} className="mb-2 text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}
