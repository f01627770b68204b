import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { currentToast, toast } from '#client/ui/toast-store.ts';
import { currentUser } from '#shared/api/auth.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const page = rootBeforeEach();

beforeEach(() => {
  toast('Welcome back!');
});

const button = (words: string) =>
  [...page.area.querySelectorAll('button')].find(({ textContent }) => textContent === words);
const press = (words: string) => act(async () => button(words)?.click());
const field = (label: string) => {
  const named = [...page.area.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const input = document.getElementById(named?.htmlFor ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`no ${label}`);
  return input;
};

async function show(form: ReactNode): Promise<void> {
  await page.render(<QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>);
}

async function type(label: string, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(label), text);
    field(label).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Types these texts into the fields with these labels, and sends the form. */
async function send(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await type(label, text);
  await act(async () => page.area.querySelector('form')?.requestSubmit());
}

/** Answers every call but that of the current user, who is nobody. */
function answer(reply: () => Response | Promise<Response>): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string) => (path === currentUser.path ? refused(401, 'Unauthorized', 'unauthorized') : reply())),
  );
}
const refused = (status: number, message: string, code: string) => Response.json({ message, code }, { status });
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));

const expectToast = (shown: object) => eventually(() => expect(currentToast()).toMatchObject(shown));

/** Expects that the field alone is marked, that its message describes it, and that it has the focus. */
async function expectMarked(label: string, message: string): Promise<void> {
  await eventually(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
  const described = (field(label).getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message);
  await eventually(() => expect(document.activeElement).toBe(field(label)));
  expect(page.area.querySelectorAll('[aria-invalid]')).toHaveLength(1);
}
const expectWords = (words: string) =>
  eventually(() => expect(page.area.querySelector('form')?.textContent).toContain(words));

const signInForm = <SignInForm onDone={() => undefined} />;
const resetForm = <ResetPasswordForm token="t" forgotPath="/forgot-password" onDone={() => undefined} />;
const credentials = { Email: 'ann@example.com', Password: 'wrong horse' };
const twice = { 'New Password': 'correct horse', 'Confirm New Password': 'correct horse' };

describe('signing in', () => {
  test('that fails is announced at once and said at the form, until something else is typed', async () => {
    answer(() => refused(401, 'Invalid email or password', 'wrong-credentials'));
    await show(signInForm);
    await send(credentials);
    await expectToast({ title: 'Error', description: 'Invalid email or password', politeness: 'assertive' });
    await expectMarked('Password', 'Invalid email or password');
    await type('Password', 'another horse');
    expect(page.area.querySelector('[aria-invalid]')).toBeNull();
    expect(page.area.textContent).not.toContain('Invalid email or password');
  });

  test.each([
    ['Something went wrong. Please try again.', () => new Response('', { status: 502 })],
    ['Unable to connect. Please try again.', noAnswer],
  ])('without words of the server says: %s', async (words, reply) => {
    answer(reply);
    await show(signInForm);
    await send(credentials);
    await expectToast({ title: 'Error', description: words });
    await expectWords(words);
    expect(page.area.querySelector('[aria-invalid]')).toBeNull();
  });
});

describe('the form', () => {
  const invited = /Then you join the league/;
  const at = async (search: string) => {
    history.replaceState(null, '', `/${search}`);
    await show(signInForm);
    return [page.area.querySelector('h2')?.textContent, invited.test(page.area.textContent ?? '')];
  };
  afterEach(() => history.replaceState(null, '', '/'));

  test.each([
    ['?next=%2Fjoin%2FK7Q2MX&account=new', 'Create your account', true],
    ['?next=%2Fjoin%2FK7Q2MX', 'Welcome', true],
    ['?next=%2Fmy-bets&account=new', 'Welcome', false],
    ['?account=new', 'Welcome', false],
  ])('at %s speaks of the invitation only where it leads back to one', async (search, title, isInvited) => {
    expect(await at(search)).toEqual([title, isInvited]);
  });

  test('comes back from a forgotten password as the form of the invited', async () => {
    history.replaceState(null, '', '/forgot-password?next=%2Fjoin%2FK7Q2MX');
    await show(<ForgotPasswordForm />);
    expect(page.area.querySelector('a')?.getAttribute('href')).toBe('/?next=%2Fjoin%2FK7Q2MX');
  });
});

test('a password that is shown is hidden again when the form is sent', async () => {
  answer(() => refused(401, 'Invalid email or password', 'wrong-credentials'));
  await show(signInForm);
  await press('Show Password');
  expect(field('Password').type).toBe('text');
  await send(credentials);
  expect(field('Password').type).toBe('password');
});

describe('signing up', () => {
  const person = { ...credentials, 'First Name': 'Ann', 'Last Name': 'Reed' };
  const open = async () => {
    await show(signInForm);
    await press('Create Account');
  };

  test('with an address that has an account marks the address', async () => {
    answer(() => refused(409, 'An account with this email already exists', 'email-taken'));
    await open();
    await send(person);
    await expectMarked('Email', 'An account with this email already exists');
  });

  test('with a password that the server alone refuses marks the password', async () => {
    answer(() => refused(400, 'Please choose a less common password', 'bad-input'));
    await open();
    await send(person);
    await expectMarked('Password', 'Please choose a less common password');
  });

  test('names a field as the screen does, not as the request does', async () => {
    answer(noAnswer);
    await open();
    await send({ ...person, Email: 'ann@example' });
    await expectToast({ description: 'Email is not an e-mail address' });
    await expectMarked('Email', 'Email is not an e-mail address');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('without an answer says that the account may exist', async () => {
    answer(noAnswer);
    await open();
    await send(person);
    await expectToast({ description: 'Unable to connect. Please try again.' });
    await expectWords('We do not know whether your account was created: if it exists already, sign in.');
  });
});

test('a failed request for a link is said at the form', async () => {
  answer(() => new Response('', { status: 502 }));
  await show(<ForgotPasswordForm />);
  await send({ Email: 'ann@example.com' });
  await expectToast({ title: 'Error', description: 'Failed to send reset email' });
  await expectWords('Failed to send reset email');
});

test('a request for a link without an answer is not called a failure: the mail may come', async () => {
  answer(noAnswer);
  await show(<ForgotPasswordForm />);
  await send({ Email: 'ann@example.com' });
  const words = 'We do not know whether the email was sent. Look at your inbox before you try again.';
  await expectToast({ title: 'No Answer', description: words, politeness: 'assertive' });
  await expectWords(words);
});

describe('a reset', () => {
  test('that fails is announced at once and said at the form', async () => {
    answer(() => refused(400, 'This link has expired', 'bad-link'));
    await show(resetForm);
    await send(twice);
    await expectToast({ title: 'Reset Failed', description: 'This link has expired', politeness: 'assertive' });
    await expectWords('This link has expired');
  });

  test('that cannot be sent says so at once, and marks the field', async () => {
    answer(noAnswer);
    await show(resetForm);
    await send({ ...twice, 'Confirm New Password': 'wrong horse' });
    await expectToast({ title: 'Password Mismatch', politeness: 'assertive' });
    await expectMarked('Confirm New Password', 'Passwords do not match. Please try again.');
    await act(async () => field('Confirm New Password').blur());
    await send({});
    await expectMarked('Confirm New Password', 'Passwords do not match. Please try again.');
    await send({ 'New Password': 'five5', 'Confirm New Password': 'five5' });
    await expectToast({ title: 'Password Too Short' });
    await expectMarked('New Password', 'Password must be at least 6 characters long.');
  });

  test('without an answer is not called a failure: the password may be the new one', async () => {
    answer(noAnswer);
    await show(resetForm);
    await send(twice);
    const words = 'We do not know whether your password was changed. Try to sign in with the new one.';
    await expectToast({ title: 'No Answer', description: words, politeness: 'assertive' });
    await expectWords(words);
  });

  test('from the page of another account is reported elsewhere', async () => {
    answer(() => refused(409, 'Another account is signed in now', 'other-account'));
    await show(resetForm);
    await send(twice);
    await eventually(() => expect(fetch).toHaveBeenCalledWith('/api/auth/reset-password', expect.anything()));
    await act(async () => undefined);
    expect(currentToast()).toMatchObject({ title: 'Welcome back!' });
    expect(page.area.querySelector('[aria-invalid]')).toBeNull();
  });
});

test('every field names its content for autofill', async () => {
  const contents = () => [...page.area.querySelectorAll('input')].map((input) => input.autocomplete);
  answer(noAnswer);
  await show(signInForm);
  expect(contents()).toEqual(['username', 'current-password']);
  await press('Create Account');
  expect(contents()).toEqual(['given-name', 'family-name', 'email', 'new-password']);
  await show(<ForgotPasswordForm />);
  expect(contents()).toEqual(['email']);
  await show(resetForm);
  expect(contents()).toEqual(['new-password', 'new-password']);
});

describe('a password', () => {
  const status = () => page.area.querySelector('[role=status]')?.textContent;

  test('is shown and hidden by a button that says so', async () => {
    await show(signInForm);
    expect([field('Password').type, status()]).toEqual(['password', '']);
    await type('Password', 'correct horse');
    await press('Show Password');
    expect([field('Password').type, field('Password').value, status()]).toEqual([
      'text',
      'correct horse',
      'Password is shown.',
    ]);
    await press('Hide Password');
    expect([field('Password').type, status()]).toEqual(['password', 'Password is hidden.']);
  });

  test('tells that Caps Lock is on, while it has the focus', async () => {
    await show(signInForm);
    const key = (isOn: boolean) =>
      act(async () => {
        const event = new KeyboardEvent('keyup', { key: 'CapsLock', bubbles: true });
        field('Password').dispatchEvent(Object.assign(event, { getModifierState: () => isOn }));
      });
    await key(true);
    expect(status()).toContain('Caps Lock is on.');
    await key(false);
    expect(page.area.textContent).not.toContain('Caps Lock');
    await key(true);
    await act(async () => field('Password').dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(page.area.textContent).not.toContain('Caps Lock');
  });
});
