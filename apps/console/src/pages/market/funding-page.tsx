import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useMemo, useState } from 'react';
import { type Schemas, useRead } from '../../api/hooks';
import { TimeChart } from '../../charts/time-chart';
import { Figures } from '../../components/figures';
import { Empty, QueryView } from '../../components/query-view';
import { Table } from '../../components/table';
import { Term } from '../../components/term';
import { fieldError } from '../../forms/field';
import { ChoiceField, TextField } from '../../forms/inputs';
import { useStoredSeries } from '../../forms/series-picker';
import { count, signedPercent } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';

type Rate = Schemas['FundingRateItem'];

const LIMITS = ['100', '500', '1000'];
const RATE_DIGITS = 4;
const rateText = (rate: number | string | null) => signedPercent(rate, RATE_DIGITS);

/** Settled funding of a perpetual swap. */
export function FundingPage() {
  const { exchange, symbol } = useSearch({ from: '/console/funding' });
  return (
    <Page
      title="Funding rates"
      lead="What longs of a perpetual swap paid shorts at each settlement, as the exchange settled it."
    >
      <div className="stack">
        <SwapForm key={`${exchange} ${symbol}`} />
        {symbol === undefined ? (
          <Empty>Choose a perpetual swap, such as BTC/USDT:USDT.</Empty>
        ) : (
          <Funding symbol={symbol} exchange={exchange} />
        )}
      </div>
    </Page>
  );
}

function SwapForm() {
  const search = useSearch({ from: '/console/funding' });
  const navigate = useNavigate({ from: '/console/funding' });
  const { data } = useStoredSeries();
  const [exchange, setExchange] = useState(search.exchange ?? '');
  const [symbol, setSymbol] = useState(search.symbol ?? '');
  const suggestions = (name: 'exchange' | 'symbol') => [
    ...new Set((data?.items ?? []).map((series) => series[name])),
  ];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void navigate({ search: { exchange: exchange.trim() || undefined, symbol: symbol.trim() } });
  };
  return (
    <Card title="Perpetual swap">
      <form className="form" onSubmit={submit}>
        <div className="fields">
          <TextField
            label="Symbol"
            value={symbol}
            onChange={setSymbol}
            suggestions={suggestions('symbol')}
            placeholder="BTC/USDT:USDT"
            required
          />
          <TextField
            label="Exchange"
            value={exchange}
            onChange={setExchange}
            suggestions={suggestions('exchange')}
            hint="Without it the default exchange, or the only one that has the symbol"
          />
        </div>
        <div className="row">
          <button type="submit" className="button primary">
            Show
          </button>
        </div>
      </form>
    </Card>
  );
}

interface FundingProps {
  readonly symbol: string;
  readonly exchange: string | undefined;
}

function Funding({ symbol, exchange }: FundingProps) {
  const [limit, setLimit] = useState(LIMITS[0]!);
  const path = { symbol };
  const latest = useRead('/api/v1/data/funding-rate/{symbol}/latest', {
    params: { path, query: { exchange } },
  });
  const history = useRead(
    '/api/v1/data/funding-rate/{symbol}',
    { params: { path, query: { exchange, limit: Number(limit) } } },
    { keepPrevious: true },
  );
  if (fieldError(history.error, 'exchange') !== undefined)
    return <QueryView query={history}>{() => null}</QueryView>;
  return (
    <>
      <Card title="Latest">
        <QueryView
          query={latest}
          isEmpty={(rate: Rate | null) => rate === null}
          empty={<NothingStored symbol={symbol} />}
        >
          {(rate) => <Latest rate={rate} />}
        </QueryView>
      </Card>
      <Card title="History">
        <div className="fields">
          <ChoiceField label="Settlements, the last" value={limit} onChange={setLimit} options={LIMITS} />
        </div>
        <QueryView
          query={history}
          isEmpty={(rates) => rates.length === 0}
          empty={<Empty>There is no settlement to draw.</Empty>}
        >
          {(rates) => <History symbol={symbol} rates={rates} />}
        </QueryView>
      </Card>
    </>
  );
}

function Latest({ rate }: { readonly rate: Rate }) {
  const times = useTimes();
  return (
    <Figures
      figures={[
        {
          label: (
            <Term meaning="Of the value of the position at this settlement. It is not annualised. Positive: longs pay shorts; negative: shorts pay longs.">
              Funding rate
            </Term>
          ),
          value: rateText(rate.funding_rate),
          note: `${rate.funding_rate} as a fraction`,
        },
        { label: 'Settled', value: times.time(rate.funding_time) },
        { label: 'Paid by', value: payer(rate.funding_rate) },
      ]}
    />
  );
}

/** By the sign of the decimal text. */
function payer(rate: string): string {
  if (!/[1-9]/.test(rate)) return 'nobody';
  return rate.startsWith('-') ? 'shorts' : 'longs';
}

interface HistoryProps {
  readonly symbol: string;
  readonly rates: readonly Rate[];
}

function History({ symbol, rates }: HistoryProps) {
  const times = useTimes();
  const series = useMemo(() => drawnRates(rates), [rates]);
  const table = (
    <Table
      caption={`${count(rates.length)} settlements of ${symbol}, newest first; times in ${times.zone}`}
      columns={[
        { key: 'time', title: 'Settled', nowrap: true, cell: (rate) => times.minute(rate.funding_time) },
        { key: 'percent', title: 'Rate', number: true, cell: (rate) => rateText(rate.funding_rate) },
        { key: 'rate', title: 'As a fraction', number: true, cell: (rate) => rate.funding_rate },
        { key: 'payer', title: 'Paid by', cell: (rate) => payer(rate.funding_rate) },
      ]}
      rows={rates.toReversed()}
      rowKey={(rate) => rate.funding_time}
    />
  );
  // Of other settlements, all are in sight again.
  const range = useMemo(() => {
    const [first, last] = [rates[0], rates.at(-1)];
    return first && last && { start: first.funding_time, end: last.funding_time };
  }, [rates]);
  return (
    <TimeChart
      label={`Funding rates of ${symbol}`}
      series={series}
      range={range}
      table={table}
      height={260}
    />
  );
}

function drawnRates(rates: readonly Rate[]) {
  const points = rates.map(({ funding_time: time, funding_rate: value }) => ({
    time,
    value,
    color: value.startsWith('-') ? ('down' as const) : ('up' as const),
  }));
  const common = { key: 'rate', title: 'Funding rate', kind: 'histogram', color: 'up' } as const;
  return [{ ...common, points, format: rateText }];
}

function NothingStored({ symbol }: { readonly symbol: string }) {
  return (
    <Empty>
      No settlement of {symbol} is stored. Name it in <code>FUNDING_SYMBOLS</code> to have workers fetch it
      every hour, fetch its history with <code>npm run cli -- backfill-funding</code>, or import a file with{' '}
      <code>npm run cli -- import-funding</code>.
    </Empty>
  );
}
