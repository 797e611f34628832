import type { ReactNode } from 'react';
import type { Schemas } from '../api/hooks';
import type { Tone } from './badge';

type Verdict = Schemas['VerdictRead'];
export type VerdictLevel = Verdict['level'];

interface Level {
  readonly title: string;
  readonly tone: Tone;
  /** What the level means. */
  readonly meaning: string;
}

export const VERDICTS: Readonly<Record<VerdictLevel, Level>> = {
  likely_luck: {
    title: 'Likely luck',
    tone: 'bad',
    meaning: 'So much was tried that results like these are to be expected without any skill.',
  },
  inconclusive: {
    title: 'Inconclusive',
    tone: 'warn',
    meaning: 'The figures are not enough to distinguish skill from luck.',
  },
  not_refuted: {
    title: 'Not refuted',
    tone: 'neutral',
    meaning: 'Nothing speaks against the figures, but they are not proven out of sample.',
  },
  holds_up: {
    title: 'Confirmed',
    tone: 'good',
    meaning: 'Out of sample, with enough trades and better than buy and hold.',
  },
};

/** What to do about a measure that a level rests on. */
const ADVICE: Readonly<Record<string, string>> = {
  t_statistic:
    'Test more data: a longer range, a shorter interval or another market. With more returns a real edge has a larger t statistic.',
  trades: 'Let it trade more: a longer range or a shorter interval. Fewer than 30 trades say little.',
  total_return:
    'Compare the risk: where drawdown and volatility are not clearly smaller either, buying and holding is the better choice.',
  deflated_sharpe_ratio:
    'Try fewer combinations, or require more of the best one: the more is tried, the better the best looks by chance.',
  probability_of_backtest_overfitting:
    'Choose parameters from a broad plateau of good ones, and search a smaller grid.',
  out_of_sample:
    'Test it out of sample: a walk-forward run chooses parameters on earlier data than it trades.',
};

/** Where nothing of the verdict says more. */
const NEXT: Readonly<Record<VerdictLevel, string>> = {
  likely_luck: 'Do not trade this. Begin with a reason for the rule, and few parameters.',
  inconclusive: 'Do not rely on the figures yet.',
  not_refuted: 'Test it out of sample before you rely on it.',
  holds_up:
    'Trade it on paper first, and compare its fills and costs with those of the run; the market can still change.',
};

interface VerdictNoticeProps {
  /** Null in runs of earlier versions. */
  readonly verdict: Verdict | null | undefined;
  /** More of what to do, such as a link to the next step. */
  readonly children?: ReactNode;
}

/** How far the figures of a run can be believed: the level, its reasons, what to do. */
export function VerdictNotice({ verdict, children }: VerdictNoticeProps) {
  if (!verdict) return <p className="notice">There is no verdict: the run is of an earlier version.</p>;
  const { level, reasons } = verdict;
  const { title, tone, meaning } = VERDICTS[level];
  const advice = level === 'holds_up' ? [] : reasons.flatMap(({ measure }) => ADVICE[measure] ?? []);
  return (
    <div className={`notice ${tone}`} data-verdict={level}>
      <p>
        <strong>{title}.</strong> {meaning}
      </p>
      <div className="verdict-columns">
        <div>
          <h3>Why</h3>
          <ul>
            {reasons.map(({ measure, sentence }) => (
              <li key={measure}>{capitalised(sentence)}.</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>What to do</h3>
          <ul>
            {[NEXT[level], ...advice].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {children !== undefined && <li className="no-print">{children}</li>}
          </ul>
        </div>
      </div>
    </div>
  );
}

export const capitalised = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
