import { Component, type ReactNode, Suspense } from 'react';
import { call } from '#client/lib/call.ts';
import { ChunkLoadError } from '#client/lib/lazy-component.ts';
import { site } from '#shared/api/site.ts';

/** What went wrong: a part of the client did not come, or it came and broke. */
export type Failure = { kind: 'missing' | 'broken'; tryAgain: () => void };

type BoundaryProps = {
  /** What is being shown; once that is something else, a failure of before is forgotten. */
  of?: unknown;
  /** Stands in its place while its code is on the way. */
  waiting: ReactNode;
  /** Stands in its place when it failed. */
  failed: (failure: Failure) => ReactNode;
  children: ReactNode;
};

type BoundaryState = { error: unknown; isFailed: boolean; of: unknown };

/**
 * Keeps a failure of what it holds to itself, so that the rest of the page goes on.
 *
 * Trying again draws it anew. Should that fail too, the page is loaded anew, if the server can be reached: a part may
 * be gone since a newer release, and what broke may do better from the start.
 */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, isFailed: false, of: this.props.of };
  private isSecondTry = false;

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, isFailed: true };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    if (of === state.of) return null;
    if (state.error instanceof ChunkLoadError) state.error.renew();
    return { error: null, isFailed: false, of };
  }

  override componentDidCatch(): void {
    if (this.isSecondTry) call(site).then(loadAnew, () => undefined);
    this.isSecondTry = false;
  }

  private tryAgain = (): void => {
    if (this.state.error instanceof ChunkLoadError) this.state.error.renew();
    this.isSecondTry = true;
    this.setState({ error: null, isFailed: false });
  };

  override render(): ReactNode {
    const { waiting, failed, children } = this.props;
    const { error, isFailed } = this.state;
    if (!isFailed) return <Suspense fallback={waiting}>{children}</Suspense>;
    return failed({ kind: error instanceof ChunkLoadError ? 'missing' : 'broken', tryAgain: this.tryAgain });
  }
}

function loadAnew(): void {
  location.reload();
}
