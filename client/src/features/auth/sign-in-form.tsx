import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { NoAnswerError } from '#client/lib/call.ts';
import { type FormProblem, messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { passwordLength, type User } from '#shared/api/auth.ts';
import { isInvitePath } from '#shared/domain/join-code.ts';
import { labels } from './labels.ts';
import { signInWords, useRegister, useSignIn } from './mutations.ts';
import { wantedPath, wantsAccount, withNext } from './next-path.ts';

type SignInFormProps = { onDone: (user: User) => void };

/**
 * Sign In and Create Account in one place; `onDone` receives the user. Switching between them keeps the typed e-mail.
 * For a person who goes back to an invitation the form is in view, and has the focus.
 */
export function SignInForm({ onDone }: SignInFormProps) {
  const search = useSearch();
  const isInvited = isInvitePath(wantedPath(search) ?? '');
  const [isNew, setNew] = useState(isInvited && wantsAccount(search));
  const [email, setEmail] = useState('');
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isInvited) return;
    section.current?.scrollIntoView();
    section.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [isInvited]);
  const Form = isNew ? CreateAccount : SignIn;
  return (
    <section
      ref={section}
      aria-labelledby="sign-in-title"
      className="scroll-mt-3 rounded-3xl border border-edge bg-surface p-5 shadow-float sm:p-6"
    >
      <h2 id="sign-in-title" className="text-xl font-bold">
        {isNew ? 'Create your account' : 'Welcome'}
      </h2>
      <p className="mt-0.5 mb-4 text-soft">
        {isInvited ? invitedWords : isNew ? 'Free, and takes half a minute.' : 'Sign in to your leagues and bets.'}
      </p>
      <Form email={email} onEmail={setEmail} onDone={onDone} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-edge pt-4">
        <p className="text-soft">{isNew ? 'Already playing?' : 'New here?'}</p>
        <Button onClick={() => setNew(!isNew)}>{isNew ? 'Sign In' : 'Create Account'}</Button>
      </div>
    </section>
  );
}

const invitedWords = 'Then you join the league you are invited to.';

type FormProps = { email: string; onEmail: (email: string) => void; onDone: (user: User) => void };

function SignIn({ onDone, ...emailProps }: FormProps) {
  const signIn = useSignIn(onDone);
  const next = wantedPath(useSearch());
  const { problem, form } = useFormProblem(signIn, signInWords);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const text = typed(event);
    signIn.mutate({ email: text('email'), password: text('password') });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form}>
      <EmailField autoComplete="username" problem={problem} {...emailProps} />
      <div>
        <PasswordField
          label={labels.password}
          name="password"
          autoComplete="current-password"
          error={messageFor(problem, 'password')}
          required
        />
        <p className="text-right text-sm">
          <TextLink href={withNext('/forgot-password', next)}>Forgot password?</TextLink>
        </p>
      </div>
      <FormProblemText problem={problem} />
      <Button type="submit" variant="primary" size="large" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}

function CreateAccount({ onDone, ...emailProps }: FormProps) {
  const register = useRegister(onDone);
  const { problem, form } = useFormProblem(register, signInWords);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const text = typed(event);
    register.mutate({
      email: text('email'),
      password: text('password'),
      firstName: text('firstName'),
      lastName: text('lastName'),
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <NameField name="firstName" autoComplete="given-name" problem={problem} />
        <NameField name="lastName" autoComplete="family-name" problem={problem} />
      </div>
      <EmailField autoComplete="email" problem={problem} {...emailProps} />
      <PasswordField
        label={labels.password}
        name="password"
        autoComplete="new-password"
        minLength={passwordLength.signUp}
        hint={`At least ${passwordLength.signUp} characters`}
        error={messageFor(problem, 'password')}
        required
      />
      <FormProblemText problem={problem}>
        {register.error instanceof NoAnswerError && (
          <p className="text-sm">We do not know whether your account was created: if it exists already, sign in.</p>
        )}
      </FormProblemText>
      <Button type="submit" variant="primary" size="large" disabled={register.isPending}>
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}

type NameFieldProps = {
  name: 'firstName' | 'lastName';
  autoComplete: 'given-name' | 'family-name';
  problem: FormProblem | null;
};

function NameField({ name, autoComplete, problem }: NameFieldProps) {
  return (
    <Field
      label={labels[name]}
      name={name}
      autoComplete={autoComplete}
      maxLength={60}
      error={messageFor(problem, name)}
    />
  );
}

type EmailFieldProps = Omit<FormProps, 'onDone'> & { autoComplete: 'username' | 'email'; problem: FormProblem | null };

/** The address of an account. Password managers pair a `username` with the password of an existing account. */
function EmailField({ email, onEmail, autoComplete, problem }: EmailFieldProps) {
  return (
    <Field
      label={labels.email}
      name="email"
      type="email"
      autoComplete={autoComplete}
      value={email}
      onChange={(event) => onEmail(event.target.value)}
      error={messageFor(problem, 'email')}
      required
    />
  );
}

/** Cancels the browser's own submit, and returns a reader of the form's fields by name. */
function typed(event: SubmitEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  return (name) => String(form.get(name) ?? '');
}
