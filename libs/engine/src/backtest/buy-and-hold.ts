import { ENTER_LONG, type Strategy } from './strategy';

export const buyAndHold: Strategy<never> = {
  name: 'buy_and_hold',
  summary: 'Buys at the first open it can and holds to the end.',
  parameters: {},
  entersOnce: true,
  warmup: () => 0,
  signals: (candles) => new Uint8Array(candles.length).fill(ENTER_LONG),
};
