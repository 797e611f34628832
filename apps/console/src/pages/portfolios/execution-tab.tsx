import { Figures } from '../../components/figures';
import { VerifyCard } from '../../components/verify-card';
import { count, NO_VALUE } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { Costs, Fingerprint, LookaheadCheck } from '../backtests/execution/execution-tab';
import { correctedFigure } from '../backtests/execution/corrected-figure';
import { timingFigures } from '../backtests/execution/timing-figures';
import { RunWarnings } from '../backtests/run-warnings';
import { currencyOf, type PartProps } from './portfolio';
import { SettingsCards } from './settings-cards';

/** How a run was computed: settings, costs, checks, and what it can be repeated from. */
export function ExecutionTab({ run }: PartProps) {
  return (
    <div className="grid">
      <Costs {...run} currency={currencyOf(run)} />
      <VerifyCard kind="portfolio" id={run.id} />
      <Card title="Warnings">{run.warnings.length === 0 ? <p>None.</p> : <RunWarnings report={run} />}</Card>
      <LookaheadCheck check={run.lookahead_check} />
      <SettingsCards run={run} />
      <Data run={run} />
      <Fingerprint fingerprint={run.fingerprint} />
    </div>
  );
}

function Data({ run }: PartProps) {
  const times = useTimes();
  const { timings } = run;
  return (
    <Card title="Data and times">
      <Figures
        figures={[
          {
            label: 'Bars',
            value: count(run.bars),
            note: `of ${run.interval}, at which a member has a candle`,
          },
          { label: 'Warm-up', value: count(run.warmup_bars), note: 'bars that a decision looks back on' },
          { label: 'Calendar', value: run.calendar ?? NO_VALUE, note: 'how the days of the account end' },
          correctedFigure(run.candles_corrected_since, times),
          ...timingFigures(timings, times),
        ]}
      />
    </Card>
  );
}
