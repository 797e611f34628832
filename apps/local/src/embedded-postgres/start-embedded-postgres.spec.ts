import { classifyStartFailure } from './start-embedded-postgres';

// What Postgres 17.10 wrote in each of these situations.
describe('classifyStartFailure', () => {
  it('knows a taken port', () => {
    const log = `LOG:  could not bind IPv4 address "127.0.0.1": Address already in use
HINT:  Is another postmaster already running on port 25432? If not, wait a few seconds and retry.
WARNING:  could not create listen socket for "127.0.0.1"
FATAL:  could not create any TCP/IP sockets`;
    expect(classifyStartFailure(log)).toBe('port-taken');
  });

  it.each([
    'FATAL:  pre-existing shared memory block (key 3810742, ID 5) is still in use',
    'FATAL:  lock file "postmaster.pid" already exists',
  ])('recognises a predecessor that is still stopping: %s', (log) => {
    expect(classifyStartFailure(log)).toBe('predecessor-ending');
  });

  it('does not retry what a retry would not cure', () => {
    const log = 'FATAL:  database files are incompatible with server';
    expect(classifyStartFailure(log)).toBe('other');
  });
});
