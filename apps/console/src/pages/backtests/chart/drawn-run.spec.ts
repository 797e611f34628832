import type { Trade } from '../report';
import { marksOf, onCandles } from './drawn-run';

const hour = (number: number) => `2024-01-01T0${number}:00:00Z`;

describe('onCandles', () => {
  it('gives a candle of several bars the last value of its bars, however the values are grouped', () => {
    const times = [0, 1, 2, 3, 4].map(hour);
    expect(onCandles([hour(0), hour(2), hour(4)], times, [10, 11, 12, null, 14])).toEqual([
      { time: hour(0), value: 11 },
      { time: hour(2), value: null },
      { time: hour(4), value: 14 },
    ]);
  });

  it('leaves a candle without a value before the first one', () => {
    expect(onCandles([hour(0), hour(1)], [hour(1)], [5])).toEqual([
      { time: hour(0), value: null },
      { time: hour(1), value: 5 },
    ]);
  });
});

describe('marksOf', () => {
  const trade = (number: number, more: Partial<Trade> = {}) =>
    ({
      number,
      side: 'long',
      entry_time: hour(1),
      exit_time: hour(2),
      exit_reason: 'signal',
      ...more,
    }) as Trade;

  it('marks an entry by its side and an exit by its reason', () => {
    expect(marksOf([trade(7, { side: 'short', exit_reason: 'stop_loss' })], undefined)).toEqual([
      { time: hour(1), shape: 'arrowDown', position: 'aboveBar', color: 'series-1', text: '7 short' },
      { time: hour(2), shape: 'square', position: 'belowBar', color: 'down', text: '7 stop' },
    ]);
  });

  it('marks each leg, with the tags of the rules', () => {
    const leg = (exit_time: string, exit_reason: string, exit_tag?: string) => ({
      exit_time,
      exit_reason,
      ...(exit_tag !== undefined && { exit_tag }),
    });
    const legs = [leg(hour(2), 'reduce', 'half'), leg(hour(3), 'max_bars')] as Trade['legs'];
    const marks = marksOf([trade(7, { entry_tag: 'dip', exit_time: hour(3), legs })], undefined);
    expect(marks.map(({ time, text }) => [time, text])).toEqual([
      [hour(1), '7 long: dip'],
      [hour(2), '7 reduce: half'],
      [hour(3), '7 max bars'],
    ]);
  });

  it('names the chosen one alone where there are many', () => {
    const trades = Array.from({ length: 40 }, (_, index) => trade(index + 1));
    const texts = marksOf(trades, 3).flatMap(({ text }) => text ?? []);
    expect(texts).toEqual(['3 long', '3 exit']);
  });
});
