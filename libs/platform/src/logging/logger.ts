import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { findMisspeltVariables, readEnvironment } from '../config/environment';
import { Activity } from '../tracing/activity';

const BEARER_TOKEN = /\b(bearer\s+)[\w.~+/=-]+/gi;
const JSON_WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const URL_PASSWORD = /(\b[a-z]+:\/\/[^\s:/@"]*:)[^\s/"]+@/gi;
/** Of a broker: a user without a password is a token there. */
const URL_TOKEN = /(\b(?:nats|tls):\/\/)[^\s:/@"]+@/gi;

/** Removes what must never reach a log: bearer tokens and passwords in connection addresses. */
export function redactSecrets(line: string): string {
  return line
    .replace(BEARER_TOKEN, '$1[redacted]')
    .replace(JSON_WEB_TOKEN, '[redacted]')
    .replace(URL_PASSWORD, '$1[redacted]@')
    .replace(URL_TOKEN, '$1[redacted]@');
}

/** JSON lines on stdout, a line per event, times in ISO 8601, with the ids of the request or job that the line is of. */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // pino writes the line's own fields into it.
      mixin: () => ({ ...Activity.current?.logFields }),
      hooks: { streamWrite: redactSecrets },
    },
    destination ?? pino.destination({ sync: true }),
  );
}

/** The name under which Nest logs an error that it then throws. */
const THROWN_BY_NEST = 'ExceptionHandler';

/** Lets Nest log through pino. What Nest says of its own start is only for looking closer. */
export class NestPinoLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  /** Before any module is there: what goes wrong while they start belongs in the log, too. */
  static ofEnvironment(): NestPinoLogger {
    const logger = createLogger(process.title, readEnvironment().logLevel);
    for (const sentence of findMisspeltVariables()) logger.warn(sentence);
    return new NestPinoLogger(logger);
  }

  log(message: unknown, context?: string) {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string) {
    // Whoever catches it reports it: once is enough.
    if (context === THROWN_BY_NEST) return;
    this.logger.error({ context, stack }, String(message));
  }

  warn(message: unknown, context?: string) {
    this.logger.warn({ context }, String(message));
  }

  debug(message: unknown, context?: string) {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string) {
    this.logger.trace({ context }, String(message));
  }
}
