import type { EntityManager } from 'typeorm';
import type { MissingRange } from '#engine/market/describe-gaps';
import { formatDateTime } from '#engine/market/parse-time';
import { eventLogOf } from '../event-log/event-log';
import type { EventData } from '../events/events';
import { GapReport } from '../events/gap-report.entity';
import { recordEvents } from '../events/record-events';
import type { Series } from '../market-data/series/series.entity';

/** Of a series with more new gaps the last event spans all that are left. */
const MOST_EVENTS = 1_000;

/**
 * Records the gaps that lie outside of what was searched before, in the transaction that counts them. A gap is reported once,
 * however often its series is counted again; one that opens where there were candles is not. `searched`: the first and
 * the last candle counted now, in milliseconds; the gaps are ascending.
 */
export async function reportGaps(
  manager: EntityManager,
  { id, exchange, symbol, interval }: Series,
  gaps: readonly MissingRange[],
  searched: { readonly from: number; readonly to: number },
): Promise<void> {
  const { dataSource } = manager;
  if (!eventLogOf(dataSource).isOn) return;
  const before = await manager.findOneBy(GapReport, { seriesId: id });
  const from = before?.reportedFrom.getTime() ?? Infinity;
  const to = before?.reportedTo.getTime() ?? -Infinity;
  if (searched.from >= from && searched.to <= to) return;
  const found = gaps.filter(({ first, last }) => last < from || first > to);
  const events = inOneRow(found).map(({ first, last, missing }): EventData<'gap.found'> => {
    return { exchange, symbol, interval, start: formatDateTime(first), end: formatDateTime(last), missing };
  });
  await recordEvents(dataSource, manager, 'gap.found', events);
  const report = {
    seriesId: id,
    reportedFrom: new Date(Math.min(from, searched.from)),
    reportedTo: new Date(Math.max(to, searched.to)),
  };
  await manager.upsert(GapReport, report, ['seriesId']);
}

function inOneRow(gaps: readonly MissingRange[]): readonly MissingRange[] {
  if (gaps.length <= MOST_EVENTS) return gaps;
  const rest = gaps.slice(MOST_EVENTS - 1);
  const missing = rest.reduce((sum, gap) => sum + gap.missing, 0);
  return [
    ...gaps.slice(0, MOST_EVENTS - 1),
    { first: rest[0].first, last: rest[rest.length - 1].last, missing },
  ];
}
