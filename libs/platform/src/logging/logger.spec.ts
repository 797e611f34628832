import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLogger, NestPinoLogger, redactSecrets } from './logger';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';

describe('redactSecrets', () => {
  it.each([
    [`authorization: Bearer ${TOKEN}`, 'authorization: Bearer [redacted]'],
    ['bearer abc.def-ghi~+/=', 'bearer [redacted]'],
    [`a token ${TOKEN} in the middle`, 'a token [redacted] in the middle'],
    ['postgres://user:p4ssword@host:5432/db', 'postgres://user:[redacted]@host:5432/db'],
    ['redis://:p4ssword@host', 'redis://:[redacted]@host'],
    ['"postgres://user:p@4ss@host/db","a@b"', '"postgres://user:[redacted]@host/db","a@b"'],
    ['nats://t0ken@host,tls://me:p4ss@other', 'nats://[redacted]@host,tls://me:[redacted]@other'],
    ['nothing secret: http://host:80/a@b', 'nothing secret: http://host:80/a@b'],
  ])('writes %s as %s', (line, redacted) => {
    expect(redactSecrets(line)).toBe(redacted);
  });
});

describe('createLogger', () => {
  function logged(write: (logger: ReturnType<typeof createLogger>) => void, level = 'info') {
    const lines: string[] = [];
    write(createLogger('test', level, { write: (line) => lines.push(line) }));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it('writes a JSON line per event, with the level as a word and the time in ISO 8601', () => {
    const [line, ...more] = logged((logger) => logger.info({ port: 8003 }, 'listening'));
    expect(more).toEqual([]);
    expect(line).toMatchObject({ name: 'test', level: 'info', port: 8003, msg: 'listening' });
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('redacts wherever a secret is: message, field, error', () => {
    const lines = logged((logger) => {
      logger.info({ headers: { authorization: `Bearer ${TOKEN}` } }, `token ${TOKEN}`);
      logger.error({ err: new Error('postgres://user:p4ssword@host refused') }, 'failed');
    });
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toMatch(/p4ssword|eyJ/);
  });

  it('keeps silent below its level', () => {
    expect(logged((logger) => logger.debug('x'))).toEqual([]);
    expect(logged((logger) => logger.fatal('x'), 'silent')).toEqual([]);
  });
});

describe('NestPinoLogger', () => {
  function collected() {
    const lines: string[] = [];
    const logger = new NestPinoLogger(createLogger('test', 'info', { write: (line) => lines.push(line) }));
    return { logger, messages: () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg) };
  }

  it.each([
    [
      'a provider that nobody provides',
      { provide: 'report', useFactory: () => 1, inject: ['numbers'] },
      /numbers/,
    ],
    [
      'an undefined dependency',
      { provide: 'report', useFactory: () => 1, inject: [undefined!] },
      /index \[0\]/,
    ],
    ['an undefined provider', undefined!, /circular dependency/],
  ])('leaves what Nest throws for %s to whoever catches it', async (_, provider, reason) => {
    @Module({ providers: [provider] })
    class Incomplete {}
    const { logger, messages } = collected();
    const started = NestFactory.createApplicationContext(Incomplete, { logger, abortOnError: false });
    await expect(started).rejects.toThrow(reason);
    expect(messages()).toEqual([]);
  });

  it('writes every other error', () => {
    const { logger, messages } = collected();
    logger.error('no such route', 'a stack', 'ExceptionsHandler');
    expect(messages()).toEqual(['no such route']);
  });
});
