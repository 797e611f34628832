import { Fragment } from 'react';
import { Figures } from '../../../components/figures';
import { MEASURES, MeasureTerm } from '../../../components/measures';
import { money, percent, quoteCurrency, ratio, signedPercent } from '../../../format/numbers';
import { Card } from '../../../layout/page';
import { benchmarkText, type PartProps } from '../report';
import { MEASURE_GROUPS } from './measures';

/** The figures that are read first, each with that of buying and holding below it. */
export function KeyFigures({ report }: PartProps) {
  const { metrics, benchmark, symbol } = report;
  if (!metrics) return null;
  const unit = quoteCurrency(symbol);
  const hold = (text: string) => `buy and hold ${text}`;
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

/** Every measure beside that of buying and holding the same bars at the same costs. */
export function MeasuresCard({ report }: PartProps) {
  const { metrics, benchmark } = report;
  if (!metrics) return null;
  return (
    <Card title="Measures">
      <div className="scroll" tabIndex={0} role="group" aria-label="Measures of the run and of buy and hold">
        <table className="table">
          <caption>
            Buy and hold: all of the capital in {benchmarkText(report)} over the same bars, at the same costs.
            Ratios are of {metrics.sharpe_basis === 'daily' ? 'daily returns' : 'the returns of bars'},{' '}
            {metrics.periods_per_year} a year.
          </caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col" className="number">
                This run
              </th>
              <th scope="col" className="number">
                Buy and hold
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
