import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

type PageProps = {
  /**
   * The title of the browser's tab. Names that people typed must be isolated (`isolate` in shared/domain/naming.ts).
   */
  title: string;
  /** The heading, with typed names as `Name` elements. Default: `title`. */
  heading?: ReactNode;
  /** Above the title: the link back. */
  above?: ReactNode;
  subtitle?: ReactNode;
  /** At the right of the title: a button, 44 px tall, in the middle of the title's first line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The layout of a page: its width, heading and space for the bottom bar. Also sets the title of the browser's tab. */
export function Page({ title, heading = title, above, subtitle, aside, children }: PageProps) {
  usePageTitle(title);
  return (
    <main id="content" className="mx-auto w-full max-w-303 px-4 pt-5 pb-28 md:pb-16">
      {above}
      <header className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-min flex-1">
          <h1 className="text-2xl font-bold wrap-break-word max-[11rem]:text-xl">{heading}</h1>
          {subtitle && <p className="mt-0.5 text-soft wrap-break-word">{subtitle}</p>}
        </div>
        {aside && <div className="-my-1.5">{aside}</div>}
      </header>
      <div className="mt-4">{children}</div>
    </main>
  );
}
