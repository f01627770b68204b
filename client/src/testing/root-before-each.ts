import { act, type ReactNode } from 'react';
import { createRoot, type Root, type RootOptions } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

type TestRoot = {
  /** The element of the document that the root renders into; another one for each test. */
  readonly area: HTMLElement;
  /** Renders and waits for effects. */
  render(node: ReactNode): Promise<void>;
};

/** Makes a React root before each test of a file. Afterwards unmounts it, empties the document and unstubs all globals. */
export function rootBeforeEach(options?: RootOptions): TestRoot {
  let root: Root;
  let area: HTMLElement;
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    area = document.body.appendChild(document.createElement('div'));
    root = createRoot(area, options);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren(); // dialogs render into the body
    vi.unstubAllGlobals();
  });
  return {
    get area() {
      return area;
    },
    render: (node) => act(async () => root.render(node)),
  };
}
