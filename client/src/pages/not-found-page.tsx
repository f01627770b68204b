import { usePageTitle } from '#client/ui/page-title.ts';
import { TextLink } from '#client/ui/text-link.tsx';

/** The page of every unknown path. */
export function NotFoundPage() {
  const title = '404 Page Not Found';
  usePageTitle(title);
  return (
    <main id="content" className="mx-auto grid max-w-303 justify-items-center gap-2 px-4 pt-24 text-center">
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-soft">There is nothing at this address.</p>
      <TextLink href="/">Go to the games</TextLink>
    </main>
  );
}
