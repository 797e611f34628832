import type { Response } from 'supertest';

/** An error of the contract: JSON with a detail, and the request's id as in the header. */
export function expectError(answer: Response, status: number, detail: RegExp): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.body.detail).toMatch(detail);
  expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
}
