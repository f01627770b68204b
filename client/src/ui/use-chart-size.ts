import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of the chart's box, and the size of the reader's text, both in pixels. */
export type ChartSize = { width: number; rem: number };

/**
 * Measures the box, also when its width or the reader's size of text changes. `probe` is an element that is 1rem wide.
 * Null before the first measurement.
 */
export function useChartSize(box: RefObject<HTMLElement | null>, probe: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<ChartSize | null>(null);
  useLayoutEffect(() => {
    const [outer, one] = [box.current, probe.current];
    if (!outer || !one) return;
    const measure = () => {
      const next = { width: outer.clientWidth, rem: one.offsetWidth || 16 };
      setSize((before) => (before?.width === next.width && before.rem === next.rem ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(one);
    return () => observer.disconnect();
  }, [box, probe]);
  return size;
}
