import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personalKeys, rememberAccount } from '#client/lib/account.ts';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { currentToast, toast } from '#client/ui/toast-store.ts';
import { currentUser } from '#shared/api/auth.ts';
import { aUser } from '#shared/testing/wire.ts';
import { currentUserQuery, useCurrentUser } from './queries.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const page = rootBeforeEach();
let client: QueryClient;
/** Answers the call that is under way. */
let answer: () => void;

beforeEach(() => {
  toast('An earlier notification');
  client = new QueryClient();
  history.replaceState(null, '', '/');
});
afterEach(() => localStorage.clear());

/** Shows the form, fills in its fields in their order, and sends it. `reply` is sent by `answer`. */
async function send(
  form: ReactNode,
  texts: string[],
  reply: object,
  userReply = async () => Response.json(aUser),
): Promise<void> {
  vi.stubGlobal('fetch', (path: string) => {
    if (path === currentUser.path) return userReply();
    return new Promise((resolve) => {
      answer = () => resolve(Response.json(reply));
    });
  });
  await page.render(<QueryClientProvider client={client}>{form}</QueryClientProvider>);
  for (const [at, text] of texts.entries()) {
    const input = page.area.querySelectorAll('input')[at];
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  await act(async () => page.area.querySelector('form')?.requestSubmit());
}

/** Answers the call that is under way, and waits for its notification. */
async function answered(title: string): Promise<void> {
  await act(async () => answer());
  await eventually(() => expect(currentToast()?.title).toBe(title));
}

/** Loads the user, as each page does. */
function CurrentUser() {
  useCurrentUser();
  return null;
}

const credentials = ['bob@example.com', 'correct horse'];

test('a sign-in leads on', async () => {
  const onDone = vi.fn();
  await send(<SignInForm onDone={onDone} />, credentials, aUser);
  await answered('Welcome back!');
  expect(onDone).toHaveBeenCalledExactlyOnceWith(aUser);
});

test('a late reply from before the sign-in does not undo it', async () => {
  let answerUser = () => {};
  const beforeSignIn = new Promise<Response>((resolve) => {
    answerUser = () => resolve(Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 }));
  });
  await send(
    <>
      <CurrentUser />
      <SignInForm onDone={() => undefined} />
    </>,
    credentials,
    aUser,
    () => beforeSignIn,
  );
  await answered('Welcome back!');
  await act(async () => answerUser());
  await act(async () => beforeSignIn);
  expect(client.isFetching()).toBe(0);
  expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(aUser);
});

test('a sign-in that ends after the person has left the page leads nowhere', async () => {
  const onDone = vi.fn();
  await send(<SignInForm onDone={onDone} />, credentials, aUser);
  await act(async () => history.pushState(null, '', '/games'));
  await answered('Welcome back!');
  expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(aUser);
  expect(onDone).not.toHaveBeenCalled();
});

test('a person who is signed in is told that a reset signs them out, and then is, with what the browser has of them', async () => {
  rememberAccount(aUser.id);
  localStorage.setItem(personalKeys.slip, 'a slip');
  client.setQueryData(currentUserQuery.queryKey, aUser);
  const others = new BroadcastChannel('ching.account');
  const heard = new Promise((resolve) => others.addEventListener('message', ({ data }) => resolve(data)));
  const onDone = vi.fn();
  await send(
    <ResetPasswordForm token="t" forgotPath="/forgot-password" onDone={onDone} />,
    ['new horse', 'new horse'],
    { message: 'Done' },
  );
  expect(page.area.textContent).toContain(
    'You are signed in as bob@example.com. The link may be for another account: setting its password signs you out here.',
  );
  await answered('Password Reset Successful');
  expect(client.getQueryData(currentUserQuery.queryKey)).toBeNull();
  expect(localStorage.getItem(personalKeys.slip)).toBeNull();
  expect(await heard).toBeNull();
  expect(onDone).toHaveBeenCalledOnce();
  others.close();
});
