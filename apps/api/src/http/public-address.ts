import type { Request } from 'express';

/** The application's setting with the address under which clients reach it; unset where links are relative. */
export const PUBLIC_URL = 'public url';

/** Of a path that begins with /: absolute where the public address is known. */
export function addressOf({ app }: Request, path: string): string {
  return `${publicUrlOf(app) ?? ''}${path}`;
}

/** The requested address with another query; a query alone where the public address is not known, which is relative to it. */
export function addressWithQuery({ app, path }: Request, query: string): string {
  const publicUrl = publicUrlOf(app);
  return publicUrl === undefined ? `?${query}` : `${publicUrl}${path}?${query}`;
}

function publicUrlOf(app: Request['app']): string | undefined {
  return app.get(PUBLIC_URL) as string | undefined;
}
