import { Link } from '@tanstack/react-router';
import { Figures } from '../../../components/figures';
import { VerdictNotice } from '../../../components/verdict';
import { money, quoteCurrency } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import { benchmarkText, type PartProps } from '../report';
import { RunWarnings } from '../run-warnings';
import { DistributionCards } from './distribution-card';
import { DrawdownsCard } from './drawdowns-card';
import { EquityCard } from './equity-card';
import { LabelsCard } from '../../../components/labels-card';
import { KeyFigures, MeasuresCard } from './measures-card';
import { MonthsCard, YearsCard } from './periods-card';
import { RelativeCard } from './relative-card';
import { TagsCard } from './tags-card';

/** What a run comes to: the verdict first. Printed, it is the tear sheet. */
export function SummaryTab({ report }: PartProps) {
  return (
    <div className="grid">
      <Card title="Verdict" wide>
        <VerdictNotice verdict={report.verdict}>
          Next: a <Link to="/console/walk-forwards/new">walk-forward run</Link> or a{' '}
          <Link to="/console/sweeps/new">sweep of its parameters</Link>.
        </VerdictNotice>
        <RunWarnings report={report} />
        <KeyFigures {...report} compared="buy and hold" currency={quoteCurrency(report.symbol)} />
      </Card>
      <EquityCard report={report} />
      <MeasuresCard {...report} title="Buy and hold">
        Buy and hold: all of the capital in {benchmarkText(report)} over the same bars, at the same costs.
      </MeasuresCard>
      <RelativeCard relative={report.relative} against={`holding ${benchmarkText(report)}`} />
      <YearsCard report={report} />
      <MonthsCard report={report} />
      <TagsCard tags={report.tags} currency={quoteCurrency(report.symbol)} />
      <DistributionCards report={report} />
      <DrawdownsCard report={report} />
      <LabelsCard kind="backtest" id={report.id} />
      <Origin report={report} />
    </div>
  );
}

/** On paper, where there are no other tabs: what the figures were computed from. */
function Origin({ report }: PartProps) {
  const times = useTimes();
  const { costs, fingerprint, timings, symbol } = report;
  const unit = quoteCurrency(symbol);
  return (
    <div className="print-only wide">
      <Card title="Costs and origin">
        <Figures
          figures={[
            { label: 'Fees', value: money(costs?.fees, unit) },
            { label: 'Slippage', value: money(costs?.slippage, unit) },
            { label: 'Funding', value: money(costs?.funding, unit) },
            { label: 'Engine', value: `version ${fingerprint?.engine_version ?? 'unknown'}` },
            { label: 'Finished', value: times.time(timings.finished_at) },
          ]}
        />
        <p className="mono">
          candles {fingerprint?.candles_sha256}
          <br />
          configuration {fingerprint?.configuration_sha256}
        </p>
      </Card>
    </div>
  );
}
