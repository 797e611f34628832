/** A field at fault, and what it allows. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** What is between the console and the service may answer as well, with anything. */
interface ErrorBody {
  readonly detail?: unknown;
  readonly errors?: unknown;
  readonly request_id?: unknown;
}

/** More is not read, and would stop the page. */
const LONGEST_TEXT = 5_000;
const MOST_ERRORS = 100;

/** An answer of the service that is not a success, or none at all (`status` 0). The message is a sentence to show. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    detail: string,
    readonly errors: readonly FieldError[] = [],
    readonly requestId?: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(detail);
  }
}

export const UNREACHABLE = 'The service does not answer. Check that the API runs.';

/** Of an answer with a status of 400 or more and its body, parsed where it was JSON. */
export function problemOf(response: Response, body: unknown): Problem {
  const { detail, errors, request_id }: ErrorBody = typeof body === 'object' && body !== null ? body : {};
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem(
    response.status,
    textOf(detail) ?? `The service answered with ${response.status} ${response.statusText}`.trim(),
    Array.isArray(errors) ? errors.slice(0, MOST_ERRORS).filter(isFieldError) : [],
    textOf(request_id) ?? response.headers.get('x-request-id') ?? undefined,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)} …` : value;
}

function isFieldError(error: unknown): error is FieldError {
  const { field, message } = (error ?? {}) as Partial<FieldError>;
  return typeof field === 'string' && typeof message === 'string';
}

/** What was thrown, as a problem. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, UNREACHABLE);
}
