import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { passwordLength, type User } from '#shared/api/auth.ts';
import { useRegister, useSignIn } from './mutations.ts';

/**
 * Sign In and Create Account in one place; `onDone` receives the user. Switching between them keeps the typed e-mail.
 */
export function SignInForm({ onDone }: { onDone: (user: User) => void }) {
  const [isNew, setNew] = useState(false);
  const [email, setEmail] = useState('');
  const emailField = (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      value={email}
      onChange={(event) => setEmail(event.target.value)}
      required
    />
  );
  return (
    <section
      aria-labelledby="sign-in-title"
      className="rounded-3xl border border-edge bg-surface p-5 shadow-float sm:p-6"
    >
      <h2 id="sign-in-title" className="text-xl font-bold">
        {isNew ? 'Create your account' : 'Welcome'}
      </h2>
      <p className="mt-0.5 mb-4 text-soft">
        {isNew ? 'Free, and takes half a minute.' : 'Sign in to your leagues and bets.'}
      </p>
      {isNew ? (
        <CreateAccount emailField={emailField} onDone={onDone} />
      ) : (
        <SignIn emailField={emailField} onDone={onDone} />
      )}
      <div className="mt-4 flex items-center justify-between gap-3 border-t border-edge pt-4">
        <p className="text-soft">{isNew ? 'Already playing?' : 'New here?'}</p>
        <Button onClick={() => setNew(!isNew)}>{isNew ? 'Sign In' : 'Create Account'}</Button>
      </div>
    </section>
  );
}

type FormProps = { emailField: ReactNode; onDone: (user: User) => void };

function SignIn({ emailField, onDone }: FormProps) {
  const signIn = useSignIn(onDone);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const text = typed(event);
    signIn.mutate({ email: text('email'), password: text('password') });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {emailField}
      <div>
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <p className="text-right text-sm">
          <TextLink href="/forgot-password">Forgot password?</TextLink>
        </p>
      </div>
      <Button type="submit" variant="primary" size="large" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}

function CreateAccount({ emailField, onDone }: FormProps) {
  const register = useRegister(onDone);
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
    <form className="grid gap-4" onSubmit={submit}>
      <div className="grid grid-cols-2 gap-3">
        <Field label="First Name" name="firstName" autoComplete="given-name" maxLength={60} />
        <Field label="Last Name" name="lastName" autoComplete="family-name" maxLength={60} />
      </div>
      {emailField}
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={passwordLength.signUp}
        hint={`At least ${passwordLength.signUp} characters`}
        required
      />
      <Button type="submit" variant="primary" size="large" disabled={register.isPending}>
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}

/** Cancels the browser's own submit, and returns a reader of the form's fields by name. */
function typed(event: SubmitEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  return (name) => String(form.get(name) ?? '');
}
