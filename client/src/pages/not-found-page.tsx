import { Link } from 'wouter';

export function NotFoundPage() {
  return (
    <main className="mx-auto grid max-w-[1212px] justify-items-center gap-2 px-4 pt-24 text-center">
      <h1 className="text-2xl font-bold">404 Page Not Found</h1>
      <p className="text-soft">There is nothing at this address.</p>
      <Link href="/" className="mt-3 font-semibold text-info underline-offset-4 hover:underline">
        Go to the games
      </Link>
    </main>
  );
}
