import { phasesOf } from './regime-phases';

const bars = (...labels: ('bull' | 'bear' | 'ranging')[]) =>
  labels.map((label, index) => ({ time: `2024-01-0${index + 1}T00:00:00Z`, label }));

describe('phasesOf', () => {
  it('joins bars in a row with one label', () => {
    expect(phasesOf(bars('bull', 'bull', 'bear', 'bull'))).toEqual([
      { label: 'bull', start: '2024-01-01T00:00:00Z', end: '2024-01-02T00:00:00Z' },
      { label: 'bear', start: '2024-01-03T00:00:00Z', end: '2024-01-03T00:00:00Z' },
      { label: 'bull', start: '2024-01-04T00:00:00Z', end: '2024-01-04T00:00:00Z' },
    ]);
  });

  it('is empty of nothing', () => {
    expect(phasesOf([])).toEqual([]);
  });
});
