import { CopyButton } from '../../../components/copy-button';
import { type Figure, Figures } from '../../../components/figures';
import { Term } from '../../../components/term';
import { count, money, NO_VALUE, quoteCurrency } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import type { PartProps, Report } from '../report';
import { RunWarnings } from '../run-warnings';
import { ExecutionSettings } from './execution-settings';
import { correctedFigure } from './corrected-figure';
import { timingFigures } from './timing-figures';
import { VerifyCard } from '../../../components/verify-card';

/** How a run was computed: settings, costs, checks, and what it can be repeated from. */
export function ExecutionTab({ report }: PartProps) {
  const currency = quoteCurrency(report.symbol);
  const unpaid = {
    label: 'Unpaid loss',
    value: money(report.unpaid_loss, currency),
    note: 'beyond margin and equity, written off',
  };
  return (
    <div className="grid">
      <Costs {...report} currency={currency} further={[unpaid]} />
      <VerifyCard kind="backtest" id={report.id} />
      <Card title="Warnings">
        {report.warnings.length === 0 && report.edited_at === null ? (
          <p>None.</p>
        ) : (
          <RunWarnings report={report} />
        )}
      </Card>
      <LookaheadCheck check={report.lookahead_check} />
      <ExecutionSettings report={report} />
      <Data report={report} />
      <Fingerprint fingerprint={report.fingerprint} />
    </div>
  );
}

interface CostsProps {
  readonly costs: Report['costs'];
  readonly bankrupt: boolean | null;
  readonly currency: string | undefined;
  readonly further?: readonly Figure[];
}

/** Of any run. */
export function Costs({ costs, bankrupt, currency: unit, further = [] }: CostsProps) {
  return (
    <Card title="Costs">
      <Figures
        figures={[
          { label: 'Fees', value: money(costs?.fees, unit), note: 'of all fills; negative: rebates' },
          { label: 'Slippage', value: money(costs?.slippage, unit), note: 'part of the fill prices' },
          { label: 'Funding', value: money(costs?.funding, unit), note: 'paid; negative: received' },
          ...further,
        ]}
      />
      {bankrupt && <p className="notice bad">The account lost everything; the run ends there.</p>}
    </Card>
  );
}

/** Of any run. */
export function LookaheadCheck({ check }: { readonly check: Report['lookahead_check'] }) {
  return (
    <Card title="Look-ahead check">
      <p>
        The run is repeated on its first bars alone. With{' '}
        <Term meaning="A strategy that uses what it could not know at the time, such as tomorrow's close. Its results cannot be repeated in trading.">
          look-ahead bias
        </Term>{' '}
        it would do something else there.
      </p>
      {!check ? (
        <p className="notice">It was not checked.</p>
      ) : check.passed ? (
        <p className="notice good">
          Passed: {count(check.cuts)} repetitions have the same signals, trades and equity.
        </p>
      ) : (
        <p className="notice bad">
          Failed: with {count(check.difference?.bars_given)} bars, {check.difference?.kind}{' '}
          {check.difference?.index} is {check.difference?.truncated ?? 'none'} instead of{' '}
          {check.difference?.whole ?? 'none'}. Do not rely on the figures: correct the strategy.
        </p>
      )}
    </Card>
  );
}

function Data({ report }: PartProps) {
  const times = useTimes();
  return (
    <Card title="Data and times">
      <Figures
        figures={[
          { label: 'Bars', value: count(report.bars), note: `of ${report.interval}` },
          { label: 'Warm-up', value: count(report.warmup_bars), note: 'bars before the first signal' },
          {
            label: 'Missing candles',
            value: count(report.missing_candles),
            note: 'expected, but not stored',
          },
          {
            label: (
              <Term meaning="Bars whose prices allow several sequences of events, such as stop and target in one bar. The worst one for the account was used.">
                Ambiguous bars
              </Term>
            ),
            value: count(report.ambiguous_bars),
          },
          correctedFigure(report.candles_corrected_since, times),
          ...timingFigures(report.timings, times),
        ]}
      />
    </Card>
  );
}

/** Of any run. */
export function Fingerprint({ fingerprint }: Pick<Report, 'fingerprint'>) {
  const times = useTimes();
  if (!fingerprint) return null;
  const { candles } = fingerprint;
  const hashes = [
    ['Candles, SHA-256', fingerprint.candles_sha256],
    ['Configuration, SHA-256', fingerprint.configuration_sha256],
    ...(fingerprint.funding_sha256 === null ? [] : [['Funding, SHA-256', fingerprint.funding_sha256]]),
    ...(fingerprint.benchmark_sha256 ? [['Benchmark, SHA-256', fingerprint.benchmark_sha256]] : []),
  ] as const;
  return (
    <Card title="Fingerprint">
      <p>Equal fingerprints have equal results, to the last byte.</p>
      {hashes.map(([name, hash]) => (
        <div className="row" key={name}>
          <span>{name}</span>
          <code style={{ overflowWrap: 'anywhere' }}>{hash}</code>
          <CopyButton text={hash} />
        </div>
      ))}
      <Figures
        figures={[
          { label: 'Engine', value: `version ${fingerprint.engine_version}` },
          { label: 'Seed', value: fingerprint.seed ?? NO_VALUE, note: 'a backtest draws nothing' },
          ...(candles
            ? [
                {
                  label: 'Candles used',
                  value: candles.interval,
                  note: `${times.minute(candles.start)} to ${times.minute(candles.end)}, warm-up included`,
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
