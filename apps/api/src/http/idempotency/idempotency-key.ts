import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { hash } from 'node:crypto';
import { normalisedPath } from '../allowed-methods';
import { unprocessable } from '../api-error';
import { callerKey } from '../caller-key';
import { canonicalJson } from './canonical-json';

const HEADER = 'Idempotency-Key';
const LONGEST_CHARACTERS = 255;
const ALLOWED = new RegExp(`^[\\x21-\\x7e]{1,${LONGEST_CHARACTERS}}$`);

/** A request's key, whose it is, and what distinguishes its request from others. */
export interface IdempotencyKey {
  readonly subject: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Marks the answer as one that was given before. */
  readonly onReplay: () => void;
}

/** The request's Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07); undefined where it has none. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotencyKey | undefined => {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const given = request.get(HEADER);
    if (given === undefined) return undefined;
    // The draft has a quoted string, most clients send the bare one.
    const key = /^"(.*)"$/.exec(given)?.[1] ?? given;
    if (!ALLOWED.test(key)) {
      const message = `must be 1 to ${LONGEST_CHARACTERS} visible ASCII characters without spaces, such as a UUID`;
      throw unprocessable([{ field: HEADER, message }]);
    }
    return {
      subject: callerKey(request),
      key,
      fingerprint: fingerprintOf(request),
      onReplay: () => http.getResponse<Response>().setHeader('idempotent-replayed', 'true'),
    };
  },
);

/** The same for bodies that mean the same: members in another order, other white space, other escapes. */
function fingerprintOf({ method, path, body }: Request): string {
  return hash('sha256', `${method} ${normalisedPath(path)}\n${canonicalJson(body)}`, 'base64');
}
