import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { call } from '#client/lib/call.ts';
import { ChunkLoadError } from '#client/lib/lazy-component.ts';
import { site } from '#shared/api/site.ts';

/** `missing`: a chunk of the client did not load. `broken`: rendering threw an error. */
export type Failure = { kind: 'missing' | 'broken'; tryAgain: () => void };

type BoundaryProps = {
  /** Identifies the content. When it changes, an earlier failure is cleared. */
  of?: unknown;
  /** Shown while a chunk is loading. */
  waiting: ReactNode;
  /** Shown after a failure. */
  failed: (failure: Failure) => ReactNode;
  children: ReactNode;
};

type BoundaryState = {
  error: unknown;
  isFailed: boolean;
  of: unknown;
  /** Whether this is a second try, from the tap on Try Again until the children are on screen. */
  isSecondTry: boolean;
};

/**
 * An error boundary with Suspense: a failure of its children does not break the rest of the page.
 *
 * Trying again renders the children again. If that fails too and the server answers, the page is reloaded: a new
 * release may have removed the chunk, and a fresh start may repair broken state.
 */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, isFailed: false, of: this.props.of, isSecondTry: false };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, isFailed: true };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    if (of === state.of) return null;
    if (state.error instanceof ChunkLoadError) state.error.renew();
    return { error: null, isFailed: false, of, isSecondTry: false };
  }

  override componentDidCatch(): void {
    if (this.state.isSecondTry) call(site).then(reload, () => undefined);
  }

  /** Ends a second try in a later task, so that an error in an effect of the children comes before. */
  private succeed = (): void => {
    setTimeout(() => this.setState(({ isFailed }) => (isFailed ? null : { isSecondTry: false })));
  };

  private tryAgain = (): void => {
    if (this.state.error instanceof ChunkLoadError) this.state.error.renew();
    this.setState({ error: null, isFailed: false, isSecondTry: true });
  };

  override render(): ReactNode {
    const { waiting, failed, children } = this.props;
    const { error, isFailed } = this.state;
    if (!isFailed) {
      return (
        <Suspense fallback={waiting}>
          {children}
          <Shown then={this.succeed} />
        </Suspense>
      );
    }
    return failed({ kind: error instanceof ChunkLoadError ? 'missing' : 'broken', tryAgain: this.tryAgain });
  }
}

/** Calls `then` once its siblings are on screen, which neither waited nor failed. */
function Shown({ then }: { then: () => void }): null {
  useEffect(then, [then]);
  return null;
}

function reload(): void {
  location.reload();
}
