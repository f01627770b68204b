import { type ReactNode, useEffect, useRef, useState } from 'react';

type ScrollRegionProps = {
  /** Its name, which screen readers read when the keyboard focuses it. */
  label: string;
  className: string;
  children: ReactNode;
};

/**
 * A box that scrolls. While its content is taller than the box, the keyboard can focus the box and scroll it by its
 * keys. Source: WCAG 2.1.1.
 */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (!current || !content.current) return;
    const observer = new ResizeObserver(() => setOverflows(current.scrollHeight > current.clientHeight));
    observer.observe(current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={box}
      {...(overflows && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      className={`overflow-y-auto overscroll-contain focus-visible:-outline-offset-2 ${className}`}
    >
      <div ref={content}>{children}</div>
    </div>
  );
}
