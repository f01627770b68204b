import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { currentToast, toast } from '#client/ui/toast-store.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const page = rootBeforeEach();

beforeEach(() => {
  toast('Welcome back!');
});
/** Shows the form, types these texts into its fields, and sends it. */
async function send(form: ReactNode, ...texts: string[]): Promise<void> {
  await page.render(<QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>);
  for (const [at, text] of texts.entries()) {
    await act(async () => {
      const input = page.area.querySelectorAll('input')[at];
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  await act(async () => page.area.querySelector('form')?.requestSubmit());
}

const answer = (status: number, message: string, code: string) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ message, code }, { status })),
  );
const expectToast = (shown: object) => vi.waitFor(() => expect(currentToast()).toMatchObject(shown));

test('a failed sign-in is announced at once', async () => {
  answer(401, 'Invalid email or password', 'wrong-credentials');
  await send(<SignInForm onDone={() => undefined} />, 'ann@example.com', 'wrong horse');
  await expectToast({ title: 'Error', description: 'Invalid email or password', politeness: 'assertive' });
});

test('a failed reset is announced at once', async () => {
  answer(400, 'This link has expired', 'bad-link');
  await send(<ResetPasswordForm token="t" onDone={() => undefined} />, 'correct horse', 'correct horse');
  await expectToast({ title: 'Reset Failed', description: 'This link has expired', politeness: 'assertive' });
});

test('a form that cannot be sent says so at once', async () => {
  await send(<ResetPasswordForm token="t" onDone={() => undefined} />, 'correct horse', 'wrong horse');
  await expectToast({ title: 'Password Mismatch', politeness: 'assertive' });
});

test('a reset from the page of another account is reported elsewhere', async () => {
  answer(409, 'Another account is signed in now', 'other-account');
  await send(<ResetPasswordForm token="t" onDone={() => undefined} />, 'correct horse', 'correct horse');
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await act(async () => undefined);
  expect(currentToast()).toMatchObject({ title: 'Welcome back!' });
});
