import { unprocessable } from './api-error';

/**
 * The exchange that is meant where a request names none: the default one if it is among those that have what was requested,
 * else the only one that has it, undefined when none has. Several: 422.
 */
export function chooseExchange(
  exchanges: readonly string[],
  defaultExchange: string,
  what: string,
): string | undefined {
  if (exchanges.includes(defaultExchange)) return defaultExchange;
  if (exchanges.length > 1) {
    throw unprocessable([
      { field: 'exchange', message: `is required: ${what} is stored for ${exchanges.join(', ')}` },
    ]);
  }
  return exchanges[0];
}
