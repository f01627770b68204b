import { type ComponentProps, type ComponentType, createElement, lazy, useState } from 'react';

/** A component that React's `lazy` accepts. */
type LazyComponent = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** A chunk of the client could not be loaded: the network is down, or the file is gone after a new release. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Makes the next render request the chunk again. Without it React repeats the first failure for ever. */
  readonly renew: () => void;

  constructor(renew: () => void, cause: unknown) {
    super('a part of the client could not be loaded', { cause });
    this.renew = renew;
  }
}

/**
 * A component whose chunk is loaded at its first render, as with React's `lazy`. A failed load throws ChunkLoadError.
 *
 * Render it in a `Boundary` (ui/boundary.tsx) of its own: the next one around it may be that of the whole page, which
 * then hides the page and closes its dialogs until the chunk is there.
 */
export function lazyComponent<Type extends LazyComponent>(
  load: () => Promise<{ default: Type }>,
): ComponentType<ComponentProps<Type>> {
  const create = () =>
    lazy<Type>(() =>
      load().catch((cause: unknown) => {
        throw new ChunkLoadError(renew, cause);
      }),
    );
  let current = create();
  function renew(): void {
    current = create();
  }
  return (props) => createElement(current, props);
}

/** The same for the component that a module exports under `name`. */
export function lazyNamed<Name extends string, Type extends LazyComponent>(
  name: Name,
  load: () => Promise<Record<Name, Type>>,
): ComponentType<ComponentProps<Type>> {
  return lazyComponent(async () => ({ default: (await load())[name] }));
}

/** The last of the loads that wait for an idle browser. */
let lastIdleLoad: Promise<void> = Promise.resolve();

/**
 * The same, loaded as soon as the browser is idle: after the first load, and usually before it is rendered. Such parts
 * share a chunk or two (`idlePart` in client/build/chunks.ts) and follow one another, each when the browser is idle again.
 * One that never comes keeps those after it from coming early; each still comes at its first render.
 */
export function idleNamed<Name extends string, Type extends LazyComponent>(
  name: Name,
  load: () => Promise<Record<Name, Type>>,
): ComponentType<ComponentProps<Type>> {
  const ignore = () => undefined; // a failed load is repeated at the first render
  lastIdleLoad = lastIdleLoad
    .then(() => new Promise<void>(whenIdle))
    .then(load)
    .then(ignore, ignore);
  return lazyNamed(name, load);
}

/**
 * A page with its own chunk, and the function that loads the chunk. Once that has succeeded, the page renders at once,
 * without a placeholder.
 */
export function preloadable(load: () => Promise<ComponentType>): [page: ComponentType, load: () => Promise<void>] {
  let loaded: ComponentType | null = null;
  const preload = async () => {
    loaded = await load();
  };
  const waiting = lazyComponent(async () => ({ default: await load() }));
  function Preloadable() {
    const [page] = useState(() => loaded ?? waiting); // a change while it is on screen would remount it
    return createElement(page);
  }
  return [Preloadable, preload];
}

/** Calls `act` when the browser is idle, within 5 s. Browsers without requestIdleCallback wait one second. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5_000 });
  else setTimeout(act, 1_000);
}
