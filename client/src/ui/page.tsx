import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

type PageProps = {
  /** Of the browser's tab; a typed name in it must be isolated (shared/domain/naming). */
  title: string;
  /** The same with typed names as `Name` elements; leave out where there are none. */
  heading?: ReactNode;
  /** Stands above the title: the way back. */
  above?: ReactNode;
  subtitle?: string;
  /** Stands at the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
};

/**
 * The frame of a page: its width, and room for the bottom bar below. The browser's tab has the same title as the page.
 */
export function Page({ title, heading = title, above, subtitle, aside, children }: PageProps) {
  usePageTitle(title);
  return (
    <main className="mx-auto w-full max-w-[1212px] px-4 pt-5 pb-28 md:pb-16">
      {above}
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl font-bold wrap-anywhere">{heading}</h1>
          {subtitle && <p className="mt-0.5 truncate text-soft">{subtitle}</p>}
        </div>
        {aside}
      </header>
      <div className="mt-4">{children}</div>
    </main>
  );
}
