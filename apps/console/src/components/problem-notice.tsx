import type { Problem } from '../api/problem';

interface ProblemNoticeProps {
  readonly problem: Problem;
  /** What to do again; without it there is no button. */
  readonly retry?: () => void;
  /** Errors of fields are left out where the form shows them beside its fields. */
  readonly fieldsShownElsewhere?: boolean;
}

const TITLES: Readonly<Record<number, string>> = {
  0: 'The service cannot be reached',
  401: 'Another token is needed',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not possible now',
  412: 'Changed meanwhile',
  413: 'Too large',
  422: 'A value breaks a rule',
  429: 'Too many requests',
  503: 'The service is not ready',
};

/** What the service refused, in its own words, and how to go on. */
export function ProblemNotice({ problem, retry, fieldsShownElsewhere = false }: ProblemNoticeProps) {
  const { status, message, requestId, retryAfterSeconds } = problem;
  // One error alone is the whole message already.
  const errors = problem.errors.filter(({ field, message: rule }) => message !== `${field} ${rule}`);
  return (
    <div role="alert" className="notice bad">
      <p>
        <strong>{TITLES[status] ?? 'The service reports an error'}.</strong> {message}
      </p>
      {!fieldsShownElsewhere && errors.length > 0 && (
        <ul>
          {errors.map(({ field, message: rule }) => (
            <li key={`${field} ${rule}`}>
              <code>{field}</code> {rule}
            </li>
          ))}
        </ul>
      )}
      {retryAfterSeconds !== undefined && <p>Try again in {retryAfterSeconds} s.</p>}
      {requestId !== undefined && status >= 500 && (
        <p>
          Request <code>{requestId}</code>, as in the log of the service.
        </p>
      )}
      {retry && (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
