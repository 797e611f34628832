import { join } from 'node:path';
import type { FirstEvent } from './first-event';
import type { LaunchSettings } from './launch-settings';
import { LIVE_SERIES, type LiveCandle } from './live-candle';
import type { MainJobResult } from './main-job';
import { renderReportTable, renderWalkForwardTable } from './report-table';
import { SAMPLE } from './sample';

export function mainJobText({
  strategyName,
  metrics,
  benchmark,
  warnings,
  walkForward,
  period,
  seconds,
}: MainJobResult): string {
  return [
    `Main job completed: ${strategyName} against buy and hold, and its walk-forward, on the S&P 500 (${Object.values(SAMPLE).join(' ')}),`,
    `${period.start_date} to ${period.end_date}, ${seconds === undefined ? 'by the first start: the runs are kept.' : `through API, queue, worker and database in ${seconds.toFixed(2)} s.`}`,
    '',
    renderReportTable([
      { title: strategyName, metrics },
      { title: 'buy and hold', metrics: benchmark },
    ]),
    '',
    renderWalkForwardTable(walkForward),
    '',
    `  Each window's parameters are the best of ${walkForward.trials} on the years before it. The deflated Sharpe ratio is the`,
    '  probability that the result is better than the luck of so many trials.',
    ...(warnings.length > 0 ? ['', ...warnings.map((warning) => `  Note: ${warning}`)] : []),
  ].join('\n');
}

export interface Addresses {
  readonly settings: LaunchSettings;
  readonly metricsUrls: { readonly api: string; readonly worker: string };
  /** Undefined when only an issuer's tokens count. */
  readonly token: string | undefined;
  /** A backtest to read. */
  readonly backtestId: number | undefined;
  /** The newest candle of the simulated exchange, where it is fed. */
  readonly liveCandle: LiveCandle | undefined;
  /** The oldest one that is kept. */
  readonly firstEvent: FirstEvent | undefined;
}

export function addressesText(addresses: Addresses): string {
  const { settings, metricsUrls, token, backtestId, liveCandle, firstEvent } = addresses;
  const path = backtestId === undefined ? '/api/v1/backtesting' : `/api/v1/backtesting/${backtestId}/report`;
  return [
    `  Console   ${consoleText(settings.apiUrl, token)}`,
    '',
    `  API       ${settings.apiUrl}`,
    `  Docs      ${settings.apiUrl}/docs`,
    `  Metrics   ${metricsUrls.api} (API), ${metricsUrls.worker} (worker)`,
    `  Logs      ${join(settings.shownDataDirectory, 'logs')}`,
    '',
    ...(token
      ? ['A token for the next 30 days, and what to do with it:', '', `TOKEN=${token}`]
      : ['With a token of your issuer in TOKEN:', '']),
    `curl -H "Authorization: Bearer $TOKEN" ${settings.apiUrl}${path}`,
    ...(liveCandle ? ['', ...liveText(liveCandle, settings.apiUrl)] : []),
    ...(firstEvent ? ['', ...eventText(firstEvent, addresses)] : []),
    '',
    'Candelabra is running. Ctrl-C stops it.',
  ].join('\n');
}

/** The token is in the fragment, which a browser sends to nobody. */
function consoleText(apiUrl: string, token: string | undefined): string {
  return token ? `${apiUrl}/#token=${token}` : `${apiUrl}/, where you enter a token of your issuer`;
}

function liveText({ open_time, open, high, low, close }: LiveCandle, apiUrl: string): string[] {
  const { exchange, symbol } = LIVE_SERIES;
  const query = new URLSearchParams({ exchange, symbol }).toString();
  return [
    `Live candle of ${symbol}, simulated (${exchange} is not an exchange; its prices are invented):`,
    `  ${open_time}  open ${open}  high ${high}  low ${low}  close ${close}`,
    'Watch it:',
    `curl -N -H "Authorization: Bearer $TOKEN" "${apiUrl}/api/v1/streams/ohlcv?${query}"`,
  ];
}

function eventText({ type, subject, data }: FirstEvent, { settings, liveCandle }: Addresses): string[] {
  return [
    `First event, of ${subject}:`,
    `  ${type}  ${JSON.stringify(data)}`,
    liveCandle ? 'Follow them (a candle closes at the end of each minute):' : 'Follow them:',
    `curl -N -H "Authorization: Bearer $TOKEN" ${settings.apiUrl}/api/v1/events`,
  ];
}
