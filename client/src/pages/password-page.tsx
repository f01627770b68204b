import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Logo } from '#client/ui/logo.tsx';
import { usePageTitle } from '#client/ui/page-title.ts';
import { ThemeSwitch } from '#client/ui/theme-switch.tsx';

/** The layout of the pages about passwords and of those that mailed links open. They have no top bar, so the logo links
 * back. `icon` is for final states. */
export function PasswordPage({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="mx-auto w-full max-w-110 px-4 pb-28">
      <header className="flex h-16 items-center justify-between">
        <Link href="/" className="inline-flex min-h-11 items-center rounded-lg">
          <Logo />
        </Link>
        <span className="-mr-3">
          <ThemeSwitch />
        </span>
      </header>
      <main className="mt-4 rounded-3xl border border-edge bg-surface p-5 shadow-float sm:mt-[8dvh] sm:p-6">
        {icon && <span className="mb-3 grid size-11 place-items-center rounded-full bg-raised text-soft">{icon}</span>}
        <h1 className="mb-3 text-xl font-bold">{title}</h1>
        {children}
      </main>
    </div>
  );
}
