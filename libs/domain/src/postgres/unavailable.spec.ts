import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { isUnavailable } from './unavailable';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('isUnavailable', () => {
  // Error classes 08, 40, 53 and 57, read_only_sql_transaction, idle_in_transaction_session_timeout and object_not_in_prerequisite_state, of the PostgreSQL manual, appendix A.
  it.each([
    '08006',
    '40P01',
    '40001',
    '55000',
    '25006',
    '25P03',
    '08001',
    '53300',
    '57P01',
    '57P03',
    '57014',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EAI_AGAIN',
    'SERIES_REPLACED',
    'FILLS_MOVED',
  ])('is so for the code %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated: the server was silent for 35000 ms',
    'timeout exceeded when trying to connect',
    'Connection is closed.',
    'Client has encountered a connection error and is not queryable',
    new QueryRunnerAlreadyReleasedError().message,
    new QueryRunnerProviderAlreadyReleasedError().message,
  ])('is so for the message "%s"', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });

  it('looks into several errors at once, as a host with several addresses gives', () => {
    expect(isUnavailable(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
    expect(isUnavailable(new AggregateError([new Error('x')]))).toBe(false);
  });

  // Unique violation, division by zero, undefined table, lock not available; what is thrown need not be an error at all.
  it.each([
    ['a key that exists', withCode('23505')],
    ['a division by zero', withCode('22012')],
    ['a table that does not exist', withCode('42P01')],
    ['a lock that is held', withCode('55P03')],
    ['a mistake of the program', new TypeError('x is not a function')],
    ['a text', 'ECONNREFUSED'],
    ['null', null],
    ['undefined', undefined],
    ['a number', 5],
  ])('is not so for %s', (_name, error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
