import { useMemo } from 'react';
import { useCandles } from '../../api/candles';
import type { Schemas } from '../../api/hooks';
import type { BandSeries, ChartSeries, ValueSeries } from '../../charts/chart-series';
import { TimeChart } from '../../charts/time-chart';
import { Empty, QueryView } from '../../components/query-view';
import { Table } from '../../components/table';
import { exact, quoteCurrency } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { type Phase, phasesOf } from './regime-phases';

type Details = Schemas['RegimeDetailsRead'];

/** The service answers so many at most. */
const MOST_CANDLES = 10_000;
const COLORS = { bull: 'up', bear: 'down', ranging: 'warn' } as const;

/** The regimes as coloured grounds under the closes of the window that the model is fitted on. */
export function RegimeChart({ details }: { readonly details: Details }) {
  const { exchange, symbol, interval, first_observation: start, last_observation: end } = details;
  const candles = useCandles({ exchange, symbol, interval, end, limit: MOST_CANDLES });
  const { state_history: history } = details;
  if (history === null || history.length === 0) {
    return (
      <Card title="Regimes on the price">
        <Empty>This regime is of an earlier version, without its history. Compute it again.</Empty>
      </Card>
    );
  }
  return (
    <Card title="Regimes on the price">
      <p className="quiet">
        Green: bull, red: bear, yellow: ranging. The labels are fitted on the whole window: they were not
        known at the time. For what was known, run a backtest with <code>regime_filter</code>.
      </p>
      <QueryView query={candles} isEmpty={(items) => items.length === 0}>
        {(items) => (
          <Drawn
            symbol={symbol}
            history={history}
            closes={items.filter(({ open_time: time }) => Date.parse(time) >= Date.parse(start))}
          />
        )}
      </QueryView>
    </Card>
  );
}

interface DrawnProps {
  readonly symbol: string;
  readonly history: readonly Schemas['DatedRegimeRead'][];
  readonly closes: readonly Schemas['CandlestickRead'][];
}

function Drawn({ symbol, history, closes }: DrawnProps) {
  const times = useTimes();
  const phases = useMemo(() => phasesOf(history), [history]);
  const series = useMemo((): readonly ChartSeries[] => {
    const currency = quoteCurrency(symbol);
    const price: ValueSeries = {
      key: 'close',
      title: currency === undefined ? 'Close' : `Close in ${currency}`,
      kind: 'line',
      color: 'series-1',
      format: (value) => exact(value),
      points: closes.map(({ open_time: time, close }) => ({ time, value: close })),
    };
    const bands: BandSeries = {
      key: 'regime',
      title: 'Regime',
      kind: 'bands',
      format: () => '',
      points: history.map(({ time, label }) => ({ time, value: 1, color: COLORS[label] })),
    };
    // What comes later is drawn over it.
    return [bands, price];
  }, [symbol, closes, history]);
  return (
    <TimeChart
      label={`Regimes of ${symbol}`}
      series={series}
      table={
        <Table<Phase>
          caption="Phases of one regime, newest first"
          columns={[
            { key: 'label', title: 'Regime', cell: ({ label }) => label },
            { key: 'start', title: 'From', cell: ({ start }) => times.time(start) },
            { key: 'end', title: 'To', cell: ({ end }) => times.time(end) },
          ]}
          rows={[...phases].reverse().slice(0, 300)}
          rowKey={({ start }) => start}
        />
      }
    />
  );
}
