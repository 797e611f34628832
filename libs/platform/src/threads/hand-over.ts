import { move, transferableSymbol, valueSymbol } from 'piscina';

/** A thread's answer, of which these arrays change hands: to copy megabytes would block the event loop of who waits for them. */
export function handOver(answer: object, arrays: readonly ArrayBufferView[]) {
  return move({
    [transferableSymbol]: arrays.map(({ buffer }) => buffer),
    [valueSymbol]: answer,
  });
}
