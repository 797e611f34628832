import { type SubmitEvent, useId, useState } from 'react';
import { Page } from '../layout/page';
import { signIn, useSession } from './session';

/** The form for a token, which says why where one was refused. */
export function SignIn() {
  const { refusal } = useSession();
  const [token, setToken] = useState('');
  const [isNone, setIsNone] = useState(false);
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsNone(!signIn(token));
  };
  return (
    <Page title="Token needed" lead="The console shows what the API answers to your token.">
      {refusal !== undefined && (
        <p role="alert" className="notice bad">
          The service refused the token: {refusal}. Paste another one.
        </p>
      )}
      <form className="card form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>Token (JWT)</label>
          <textarea
            id={id}
            rows={4}
            className="mono"
            autoComplete="off"
            spellCheck={false}
            required
            value={token}
            onChange={({ target }) => setToken(target.value)}
            aria-invalid={isNone}
            aria-describedby={isNone ? `${id}-hint ${id}-error` : `${id}-hint`}
          />
          {isNone && (
            <span role="alert" className="error" id={`${id}-error`}>
              This is no token: one has letters, digits, <code>-</code>, <code>_</code> and <code>.</code>{' '}
              alone.
            </span>
          )}
          <span className="quiet" id={`${id}-hint`}>
            <code>npm start</code> prints a link that brings its token along; <code>npm run token</code> makes
            another. It is kept until this tab closes, and sent to this service alone.
          </span>
        </div>
        <div className="row">
          <button type="submit" className="button primary">
            Use this token
          </button>
        </div>
      </form>
    </Page>
  );
}
