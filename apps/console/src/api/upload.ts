import { currentSession, signOut } from '../session/session';
import { Problem, problemOf, UNREACHABLE } from './problem';

export type UploadMethod = 'POST' | 'PUT' | 'PATCH';

interface Upload {
  readonly method: UploadMethod;
  readonly path: string;
  /** Sent as it is read from the disk, never held as a whole. */
  readonly file: Blob;
  readonly headers: Readonly<Record<string, string>>;
  /** Called with the bytes that are sent so far. */
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a file with the token and answers what comes back; throws a problem where the service refuses, an AbortError where it is cancelled. */
export function uploadFile<Answer>({
  method,
  path,
  file,
  headers,
  onProgress,
  signal,
}: Upload): Promise<Answer> {
  // fetch does not say how much of a body is sent.
  const request = new XMLHttpRequest();
  const { token } = currentSession();
  return new Promise((resolve, reject) => {
    request.open(method, path);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onerror = () => reject(new Problem(0, UNREACHABLE));
    request.onabort = () => reject(new DOMException('The upload is cancelled', 'AbortError'));
    request.onload = () => {
      if (request.status < 400) {
        resolve(request.response as Answer);
        return;
      }
      const problem = problemOf(responseOf(request), request.response);
      if (request.status === 401) signOut({ token, detail: problem.message });
      reject(problem);
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Its status and the headers that a problem is read from. */
function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['retry-after', 'x-request-id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(null, { status: request.status, statusText: request.statusText, headers });
}
