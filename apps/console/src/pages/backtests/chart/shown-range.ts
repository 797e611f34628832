import type { Schemas } from '../../../api/hooks';
import type { Report, Trade } from '../report';

export interface TimeRange {
  readonly start: string;
  readonly end: string;
}

/** Bars that are shown at least on each side of a trade. */
const BARS_AROUND = 40;

const MILLISECONDS: Readonly<Record<Schemas['Interval'], number>> = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '6h': 21_600_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
};

type RangedRun = Pick<Report, 'start_date' | 'end_date' | 'interval'>;
type HeldTrade = Pick<Trade, 'entry_time' | 'exit_time'>;

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** What the chart shows: the whole run, or a trade with what is around it. */
export function shownRange(report: RangedRun, trade: HeldTrade | undefined): TimeRange {
  const run = { start: `${report.start_date}T00:00:00Z`, end: `${report.end_date}T23:59:59.999Z` };
  if (!trade) return run;
  const [entry, exit] = [Date.parse(trade.entry_time), Date.parse(trade.exit_time)];
  const around = Math.max(BARS_AROUND * MILLISECONDS[report.interval], exit - entry);
  return {
    start: timeText(Math.max(entry - around, Date.parse(run.start))),
    end: timeText(Math.min(exit + around, Date.parse(run.end))),
  };
}
