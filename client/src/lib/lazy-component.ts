import { type ComponentProps, type ComponentType, createElement, lazy } from 'react';

/** What React's `lazy` accepts as a component. */
type LazyPart = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** A chunk of the client that could not be loaded: the network is gone, or a newer release no longer has the file. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';
  /** Makes the next render request the chunk again. Without it React repeats the first failure for ever. */
  readonly renew: () => void;

  constructor(renew: () => void, cause: unknown) {
    super('a part of the client did not come', { cause });
    this.renew = renew;
  }
}

/** A component whose chunk is loaded at its first render, as with React's `lazy`. A failed load throws MissingPart. */
export function lazyComponent<Part extends LazyPart>(
  load: () => Promise<{ default: Part }>,
): ComponentType<ComponentProps<Part>> {
  const create = () =>
    lazy<Part>(() =>
      load().catch((cause: unknown) => {
        throw new MissingPart(renew, cause);
      }),
    );
  let current = create();
  function renew(): void {
    current = create();
  }
  return (props) => createElement(current, props);
}

/** The same for the component that a module exports under `name`. */
export function lazyNamed<Name extends string, Part extends LazyPart>(
  name: Name,
  load: () => Promise<Record<Name, Part>>,
): ComponentType<ComponentProps<Part>> {
  return lazyComponent(async () => ({ default: (await load())[name] }));
}

/** The same, loaded as soon as the browser is idle: not part of the first load, and usually there when it is rendered. */
export function idleNamed<Name extends string, Part extends LazyPart>(
  name: Name,
  load: () => Promise<Record<Name, Part>>,
): ComponentType<ComponentProps<Part>> {
  whenIdle(() => void load().catch(() => undefined)); // rendering it loads it again
  return lazyNamed(name, load);
}

/** Calls `act` once the browser is idle, within 5 s; after a second in browsers that cannot tell. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5_000 });
  else setTimeout(act, 1_000);
}
