import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useCandles } from '../../api/candles';
import { type LiveState, useLiveCandles } from '../../api/live-candles';
import { type Candle, type CandleSeries } from '../../charts/chart-series';
import { mergeCandles } from '../../charts/merge-candles';
import { TimeChart } from '../../charts/time-chart';
import { Badge, type Tone } from '../../components/badge';
import { QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import type { SeriesName } from '../../forms/series-picker';
import { exact, quoteCurrency, ratio } from '../../format/numbers';
import { useTimes } from '../../format/times';

const CANDLES = 120;
const TABLE_ROWS = 20;
const TONES: Readonly<Record<LiveState, Tone>> = {
  connecting: 'neutral',
  live: 'good',
  interrupted: 'warn',
  refused: 'bad',
};

/** The last candles of a series, and those that come. */
export function LiveChart(series: SeriesName) {
  const { exchange, symbol, interval } = series;
  const query = useCandles({ exchange, symbol, interval, limit: CANDLES });
  const [arrived, setArrived] = useState<readonly Candle[]>([]);
  const receive = useCallback(
    (candles: readonly (Omit<Candle, 'time'> & { readonly open_time: string })[]) => {
      setArrived((before) => mergeCandles(before, candles.map(toCandle)));
    },
    [],
  );
  const { state, detail } = useLiveCandles(series, receive);
  return (
    <QueryView query={query} isEmpty={(candles) => candles.length === 0}>
      {(candles) => (
        <Drawn series={series} stored={candles} arrived={arrived}>
          <Badge tone={TONES[state]}>{state}</Badge> {detail !== undefined && <span>{detail} </span>}
        </Drawn>
      )}
    </QueryView>
  );
}

interface StoredCandle extends Omit<Candle, 'time'> {
  readonly open_time: string;
}

const toCandle = ({ open_time: time, open, high, low, close }: StoredCandle): Candle => ({
  time,
  open,
  high,
  low,
  close,
});

/** Of the prices, for the axis. */
const decimalPlaces = (candles: readonly Candle[]): number =>
  Math.max(
    0,
    ...candles.flatMap(({ open, high, low, close }) =>
      [open, high, low, close].map((text) => text.split('.')[1]?.length ?? 0),
    ),
  );

interface DrawnProps {
  readonly series: SeriesName;
  readonly stored: readonly StoredCandle[];
  readonly arrived: readonly Candle[];
  readonly children: React.ReactNode;
}

function Drawn({ series: { exchange, symbol, interval }, stored, arrived, children }: DrawnProps) {
  const times = useTimes();
  const first = useMemo(() => stored.map(toCandle), [stored]);
  const points = useMemo(() => mergeCandles(first, arrived), [first, arrived]);
  const currency = quoteCurrency(symbol);
  const digits = decimalPlaces(first);
  const chart = useMemo(
    (): readonly CandleSeries[] => [
      { key: 'price', title: symbol, kind: 'candles', points, format: (value) => ratio(value, digits) },
    ],
    [points, symbol, digits],
  );
  const last = points.at(-1);
  const columns: readonly Column<Candle>[] = [
    { key: 'time', title: `Opens (${times.zone})`, cell: ({ time }) => times.minute(time) },
    ...(['open', 'high', 'low', 'close'] as const).map((key) => ({
      key,
      title: key,
      number: true,
      cell: (candle: Candle) => exact(candle[key]),
    })),
  ];
  return (
    <>
      <p>
        {children}
        {last && (
          <>
            <strong>{exact(last.close, currency)}</strong>{' '}
            <span className="quiet">in the candle of {times.time(last.time)}</span>
          </>
        )}{' '}
        <Link to="/console/candles" search={{ exchange, symbol, interval }}>
          Larger
        </Link>
      </p>
      <TimeChart
        label={`Candles of ${exchange} ${symbol} ${interval}`}
        series={chart}
        height={220}
        table={
          <Table
            caption={`The last ${TABLE_ROWS} candles${currency === undefined ? '' : `, prices in ${currency}`}`}
            columns={columns}
            rows={points.slice(-TABLE_ROWS).reverse()}
            rowKey={({ time }) => time}
          />
        }
      />
    </>
  );
}
