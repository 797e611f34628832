import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/hooks';
import type { LiveState } from '../../api/live-candles';
import { Badge, type Tone } from '../../components/badge';
import { Figures } from '../../components/figures';
import { count, exact, quoteCurrency } from '../../format/numbers';
import { useTimes } from '../../format/times';
import type { ChartCandle } from './chart-data';
import type { CandleChartData, ChartRequest } from './use-candle-chart';

const LIVE: Readonly<Record<LiveState, { readonly tone: Tone; readonly text: string }>> = {
  connecting: { tone: 'neutral', text: 'connecting' },
  live: { tone: 'good', text: 'live' },
  interrupted: { tone: 'warn', text: 'interrupted, connecting again' },
  refused: { tone: 'bad', text: 'refused' },
};

interface ChartFactsProps {
  readonly data: CandleChartData;
  readonly newest: Schemas['ChartRead'];
  readonly candles: readonly ChartCandle[];
  readonly request: ChartRequest;
  /** The open time of the candle that was clicked. */
  readonly picked: string | undefined;
}

/** The last candle or the one that was clicked, how the chart follows the market, and what a candle is made of. */
export function ChartFacts({ data, newest, candles, request, picked }: ChartFactsProps) {
  const times = useTimes();
  const { symbol, interval } = request;
  const chosen =
    picked === undefined
      ? -1
      : candles.findIndex(({ open_time: time }) => Date.parse(time) === Date.parse(picked));
  const index = chosen < 0 ? candles.length - 1 : chosen;
  const candle = candles[index]!;
  const unit = quoteCurrency(symbol);
  const bars = newest.bars_per_candle;
  return (
    <>
      <div className="row" style={{ marginBlockEnd: '0.5rem' }}>
        <Following data={data} />
        {newest.source_interval !== interval && <Badge>aggregated from {newest.source_interval}</Badge>}
        {bars > 1 && (
          <Badge tone="warn">
            each candle is {count(bars)} bars of {interval}
          </Badge>
        )}
      </div>
      <Figures
        figures={[
          {
            label: chosen < 0 ? 'Last candle' : 'Chosen candle',
            value: times.minute(candle.open_time),
            note: `${times.zone}, ${candle.is_closed ? 'closed' : 'not closed yet'}${candle.corrected ? ', corrected' : ''}`,
          },
          { label: 'Open', value: exact(candle.open), note: unit },
          { label: 'High', value: exact(candle.high), note: unit },
          { label: 'Low', value: exact(candle.low), note: unit },
          { label: 'Close', value: exact(candle.close), note: unit },
          { label: 'Volume', value: exact(candle.volume), note: 'as the source counts' },
        ]}
      />
      {bars > 1 && chosen >= 0 && (
        <p>
          <Link
            to="/console/candles"
            search={(search) => ({ ...search, start: candle.open_time, end: candles[index + 1]?.open_time })}
          >
            Show the bars of this candle
          </Link>
        </p>
      )}
    </>
  );
}

function Following({
  data: { isGrowing, isStoredInterval, liveState, liveDetail },
}: {
  readonly data: CandleChartData;
}) {
  if (!isGrowing) return <Badge>not followed live: a range that ends, or several bars to a candle</Badge>;
  if (!isStoredInterval) return <Badge tone="good">read anew every 5 seconds</Badge>;
  const { tone, text } = LIVE[liveState];
  return (
    <span role="status">
      <Badge tone={tone}>{text}</Badge> {liveDetail}
    </span>
  );
}
