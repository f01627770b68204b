import type { ReactNode } from 'react';
import { ShareIcon } from '#client/ui/page-icons.tsx';

type IosStepsProps = { device: 'iPhone' | 'iPad'; children?: ReactNode };

/** How Ching gets on the home screen of an iPhone, where a browser may not show pushes. */
export function IosSteps({ device, children }: IosStepsProps) {
  return (
    <section aria-labelledby="install-steps" className="grid gap-3 rounded-[14px] border border-edge bg-surface p-3.5">
      <h3 id="install-steps" className="font-semibold">
        On an {device}, two steps first
      </h3>
      <ol className="grid gap-2.5">
        <Step number={1}>
          Tap <b className="font-semibold">Share</b>{' '}
          <span className="inline-block align-[-4px]">
            <ShareIcon />
          </span>{' '}
          in the browser's bar
        </Step>
        <Step number={2}>
          Choose <b className="font-semibold">Add to Home Screen</b>, and open Ching from there
        </Step>
      </ol>
      {children}
    </section>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full border border-edge bg-raised text-sm font-bold"
      >
        {number}
      </span>
      <p className="min-w-0">{children}</p>
    </li>
  );
}
