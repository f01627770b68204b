import { type ComponentProps, type ComponentType, createElement, lazy as reactLazy } from 'react';

/** Whatever React's own takes. */
type Drawn = Awaited<ReturnType<Parameters<typeof reactLazy>[0]>>['default'];

/** A part of the client that did not come: the network is gone, or a newer release no longer has it. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';
  /** Lets the next drawing ask for it again: until then it stays missing. */
  readonly renew: () => void;

  constructor(renew: () => void, cause: unknown) {
    super('a part of the client did not come', { cause });
    this.renew = renew;
  }
}

/** A component whose code comes when it is first drawn, as React's own; where it does not come, it throws MissingPart. */
export function lazy<Part extends Drawn>(load: () => Promise<{ default: Part }>): ComponentType<ComponentProps<Part>> {
  const ask = () =>
    reactLazy<Part>(() =>
      load().catch((cause: unknown) => {
        throw new MissingPart(renew, cause);
      }),
    );
  let current = ask();
  function renew(): void {
    current = ask();
  }
  return (props) => createElement(current, props);
}

/** A `lazy` component that is not part of the first load: it comes when the browser is idle, or at once when it is wanted. */
export function lazyComponent<Part extends Drawn>(load: () => Promise<Part>): ComponentType<ComponentProps<Part>> {
  whenIdle(() => void load().catch(() => undefined)); // wanted it is asked for again
  return lazy(async () => ({ default: await load() }));
}

/** Does `act` once the page has nothing better to do; soon where the browser cannot tell. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5_000 });
  else setTimeout(act, 1_000);
}
