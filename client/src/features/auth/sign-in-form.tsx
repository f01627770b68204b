import { type SubmitEvent, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { passwordLength, type User } from '#shared/api/auth.ts';
import { useRegister, useSignIn } from './mutations.ts';

/** Sign In and Create Account in one place; `onDone` gets the user of either. */
export function SignInForm({ onDone }: { onDone: (user: User) => void }) {
  const [isNew, setNew] = useState(false);
  return (
    <section
      aria-labelledby="sign-in-title"
      className="rounded-3xl border border-edge bg-surface p-5 shadow-float sm:p-6"
    >
      <h2 id="sign-in-title" className="mb-4 text-xl font-bold">
        {isNew ? 'Create your account' : 'Welcome'}
      </h2>
      {isNew ? <CreateAccount onDone={onDone} /> : <SignIn onDone={onDone} />}
      <p className="mt-4 flex items-center justify-center gap-1 text-sm text-soft">
        {isNew ? 'Already playing?' : 'New here?'}
        <Button look="link" size="small" className="px-1.5" onClick={() => setNew(!isNew)}>
          {isNew ? 'Sign In' : 'Create Account'}
        </Button>
      </p>
    </section>
  );
}

function SignIn({ onDone }: { onDone: (user: User) => void }) {
  const signIn = useSignIn(onDone);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const text = typed(event);
    signIn.mutate({ email: text('email'), password: text('password') });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" look="primary" size="large" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}

function CreateAccount({ onDone }: { onDone: (user: User) => void }) {
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
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={passwordLength.signUp}
        hint={`At least ${passwordLength.signUp} characters`}
        required
      />
      <Button type="submit" look="primary" size="large" disabled={register.isPending}>
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}

/** Reads the fields of a form that is being submitted, as typed. */
function typed(event: SubmitEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  return (name) => String(form.get(name) ?? '');
}
