import { Fragment, type ReactNode } from 'react';
import type { Schemas } from '../../../api/hooks';
import { Figures } from '../../../components/figures';
import { MEASURES, MeasureTerm } from '../../../components/measures';
import { money, percent, ratio, signedPercent } from '../../../format/numbers';
import { Card } from '../../../layout/page';
import { MEASURE_GROUPS } from './measures';

interface ComparedMetrics {
  /** Null until the run is completed. */
  readonly metrics: Schemas['MetricsRead'] | null;
  readonly benchmark: Schemas['MetricsRead'] | null;
}

interface KeyFiguresProps extends ComparedMetrics {
  /** What the benchmark does: buy and hold. */
  readonly compared: string;
  readonly currency: string | undefined;
}

/** The figures that are read first, each with that of the benchmark below it. */
export function KeyFigures({ metrics, benchmark, compared, currency: unit }: KeyFiguresProps) {
  if (!metrics) return null;
  const hold = (text: string) => `${compared} ${text}`;
  return (
    <Figures
      figures={[
        {
          label: 'Total return',
          value: signedPercent(metrics.total_return),
          note: hold(signedPercent(benchmark?.total_return)),
        },
        { label: 'CAGR', value: signedPercent(metrics.cagr), note: hold(signedPercent(benchmark?.cagr)) },
        {
          label: 'Sharpe ratio',
          value: ratio(metrics.sharpe_ratio, 2),
          note: hold(ratio(benchmark?.sharpe_ratio, 2)),
        },
        {
          label: 'Largest drawdown',
          value: percent(metrics.max_drawdown),
          note: hold(percent(benchmark?.max_drawdown)),
        },
        {
          label: 'Final equity',
          value: money(metrics.final_equity, unit),
          note: hold(money(benchmark?.final_equity, unit)),
        },
      ]}
    />
  );
}

interface MeasuresCardProps extends ComparedMetrics {
  /** Of the column of the benchmark: Buy and hold. */
  readonly title: string;
  /** What the benchmark holds, in a sentence. */
  readonly children: ReactNode;
}

/** Every measure beside that of the benchmark over the same bars at the same costs. */
export function MeasuresCard({ metrics, benchmark, title: benchmarkTitle, children }: MeasuresCardProps) {
  if (!metrics) return null;
  return (
    <Card title="Measures">
      <div
        className="scroll"
        tabIndex={0}
        role="group"
        aria-label={`Measures of the run and of ${benchmarkTitle.toLowerCase()}`}
      >
        <table className="table">
          <caption>
            {children} Ratios are of{' '}
            {metrics.sharpe_basis === 'daily' ? 'daily returns' : 'the returns of bars'},{' '}
            {metrics.periods_per_year} a year.
          </caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col" className="number">
                This run
              </th>
              <th scope="col" className="number">
                {benchmarkTitle}
              </th>
            </tr>
          </thead>
          <tbody>
            {MEASURE_GROUPS.map(({ title, measures }) => (
              <Fragment key={title}>
                <tr>
                  <th scope="colgroup" colSpan={3}>
                    {title}
                  </th>
                </tr>
                {measures.map((name) => (
                  <tr key={name} data-measure={name}>
                    <td>
                      <MeasureTerm name={name} />
                    </td>
                    <td className="number">{MEASURES[name].format(metrics[name])}</td>
                    <td className="number">{MEASURES[name].format(benchmark?.[name])}</td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
