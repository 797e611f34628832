import { fieldError } from '../../forms/field';
import { TextField } from '../../forms/inputs';
import { SeriesPicker, type StoredSeries, useStoredSeries } from '../../forms/series-picker';
import { Card } from '../../layout/page';
import type { RunForm } from './use-run-form';

/** The UTC day of a time. */
const dayOf = (time: string | null): string => time?.slice(0, 10) ?? '';

/** What a draft has of a series: all that is stored. */
export const wholeRange = ({ exchange, symbol, interval, start, end }: StoredSeries) => ({
  series: { exchange, symbol, interval },
  start: dayOf(start),
  end: dayOf(end),
});

/** Series and dates, which what is stored limits. */
export function RangeFields({ draft, change, problem }: RunForm) {
  const { data } = useStoredSeries();
  const { series, start, end, benchmark } = draft;
  const stored = data?.items.find(
    (one) =>
      one.exchange === series?.exchange && one.symbol === series.symbol && one.interval === series.interval,
  );
  const limits = stored && { min: dayOf(stored.start), max: dayOf(stored.end) };
  const error = (field: string) => fieldError(problem, field);
  return (
    <Card title="Series and range">
      <div className="form">
        <SeriesPicker
          value={series}
          error={error('symbol') ?? error('exchange') ?? error('interval')}
          onChange={(chosen) => change(wholeRange(chosen))}
        />
        <div className="fields">
          <TextField
            label="First day"
            kind="date"
            hint="UTC, inclusive"
            required
            value={start}
            {...limits}
            error={error('start_date')}
            onChange={(value) => change({ start: value })}
          />
          <TextField
            label="Last day"
            kind="date"
            hint="UTC, inclusive"
            required
            value={end}
            {...limits}
            error={error('end_date')}
            onChange={(value) => change({ end: value })}
          />
        </div>
        <div className="fields">
          <TextField
            label="Benchmark"
            hint="The symbol of another series to hold beside it; blank: its own"
            value={benchmark.symbol}
            error={error('benchmark.symbol')}
            onChange={(symbol) => change({ benchmark: { ...benchmark, symbol } })}
          />
          <TextField
            label="Exchange of the benchmark"
            hint="Blank: the one that has the symbol"
            value={benchmark.exchange}
            error={error('benchmark.exchange')}
            onChange={(exchange) => change({ benchmark: { ...benchmark, exchange } })}
          />
        </div>
      </div>
    </Card>
  );
}
