import { problemOf } from './problem';

const BAD_GATEWAY = new Response(null, {
  status: 502,
  statusText: 'Bad Gateway',
  headers: { 'retry-after': '7', 'x-request-id': 'of-the-header' },
});

describe('the problem of an answer', () => {
  it('is what the service says of it', () => {
    const errors = [{ field: 'start', message: 'must not be after end' }];
    const body = { detail: 'start must not be after end', errors, request_id: 'request-1' };
    expect(problemOf(BAD_GATEWAY, body)).toMatchObject({
      ...{ status: 502, message: body.detail, errors, requestId: 'request-1', retryAfterSeconds: 7 },
    });
  });

  it.each([
    undefined,
    null,
    'a page of a proxy',
    [],
    { detail: { code: 1 }, errors: { start: 'wrong' }, request_id: { id: 1 } },
    { detail: 7, errors: [null, 'text', { field: 'start' }, { field: {}, message: 'wrong' }] },
  ])('is its status where another answered, as with %j', (body) => {
    expect(problemOf(BAD_GATEWAY, body)).toMatchObject({
      ...{ message: 'The service answered with 502 Bad Gateway', errors: [], requestId: 'of-the-header' },
    });
  });

  it('is short enough to be shown', () => {
    const errors = Array.from({ length: 20_000 }, (_, field) => ({
      field: `f${field}`,
      message: 'is wrong',
    }));
    const { message, errors: shown } = problemOf(BAD_GATEWAY, { detail: 'x'.repeat(10_000_000), errors });
    expect([message.length, message.at(-1), shown.length]).toEqual([5_002, '…', 100]);
  });
});
