import { bestEvidence, evidenceWarnings, type JudgedRun } from './judge-evidence';

const RUN: JudgedRun = {
  id: 1,
  kind: 'walk-forward',
  runId: 7,
  status: 'completed',
  isEdited: false,
  verdictLevel: 'inconclusive',
  deflatedSharpeRatio: 0.7,
  sharpeRatio: 1,
};

const VALIDATED = /^the status is validated, but no evidence has the verdict holds_up/;

describe('the best evidence', () => {
  it.each<[string, better: Partial<JudgedRun>, worse: Partial<JudgedRun>]>([
    ['a better verdict', { verdictLevel: 'holds_up', deflatedSharpeRatio: 0.1 }, {}],
    ['not_refuted', { verdictLevel: 'not_refuted', sharpeRatio: -3 }, {}],
    ['inconclusive', { sharpeRatio: null }, { verdictLevel: 'likely_luck', deflatedSharpeRatio: 0.99 }],
    ['any verdict', { verdictLevel: 'likely_luck' }, { verdictLevel: null, deflatedSharpeRatio: 0.99 }],
    ['a higher deflated Sharpe ratio', { deflatedSharpeRatio: 0.71, sharpeRatio: -1 }, {}],
    [
      'a deflated Sharpe ratio that is defined',
      { deflatedSharpeRatio: 0 },
      { deflatedSharpeRatio: null, sharpeRatio: 9 },
    ],
    ['a higher Sharpe ratio', { sharpeRatio: 1.1 }, {}],
    ['a Sharpe ratio that is defined', { sharpeRatio: -5 }, { sharpeRatio: null }],
    ['the newer link', { id: 3 }, {}],
    [
      'one that is completed',
      { verdictLevel: 'likely_luck' },
      { status: 'running', verdictLevel: 'holds_up' },
    ],
    ['one that did not fail', { verdictLevel: null }, { status: 'failed', verdictLevel: 'holds_up' }],
    ['one that no client edited', { verdictLevel: null }, { isEdited: true, verdictLevel: 'holds_up' }],
  ])('is that with %s', (_, better, worse) => {
    const [best, other] = [
      { ...RUN, ...better },
      { ...RUN, id: 2, ...worse },
    ];
    expect(bestEvidence([best, other])).toBe(best);
    expect(bestEvidence([other, best])).toBe(best);
  });

  it('is none where no run counts', () => {
    expect(bestEvidence<JudgedRun>([])).toBeUndefined();
    expect(bestEvidence([{ ...RUN, status: 'pending' }])).toBeUndefined();
  });
});

describe('warnings about evidence', () => {
  it.each(['validated', ' Validated ', 'VALIDATED\n'])(
    'name the status %j without the verdict holds_up',
    (status) => {
      const notCounting: JudgedRun = { ...RUN, verdictLevel: 'holds_up', isEdited: true };
      expect(evidenceWarnings(status, [])).toEqual([expect.stringMatching(VALIDATED)]);
      expect(evidenceWarnings(status, [RUN, { ...RUN, verdictLevel: 'not_refuted' }])).toHaveLength(1);
      expect(evidenceWarnings(status, [notCounting])[0]).toMatch(VALIDATED);
      expect(evidenceWarnings(status, [RUN, { ...RUN, verdictLevel: 'holds_up' }])).toEqual([]);
    },
  );

  it.each(['draft', 'not validated', 'validated?', ''])('are silent about the status %j', (status) => {
    expect(evidenceWarnings(status, [])).toEqual([]);
  });

  it('name each run that does not count, and why', () => {
    const runs: JudgedRun[] = [
      { ...RUN, status: 'failed' },
      { ...RUN, kind: 'portfolio', status: 'running' },
      { ...RUN, kind: 'sweep', status: 'pending' },
      { ...RUN, kind: 'sweep', runId: 8, status: 'running' },
      // What a client set says nothing about the run.
      { ...RUN, kind: 'backtest', status: 'failed', isEdited: true },
      RUN,
    ];
    expect(evidenceWarnings('draft', runs)).toEqual([
      'walk-forward run 7 failed and does not count as evidence',
      'portfolio run 7 is not finished and does not count as evidence',
      'sweep 7 is not finished and does not count as evidence',
      'sweep 8 is not finished and does not count as evidence',
      'backtest 7 was edited by hand and does not count as evidence',
    ]);
  });
});
