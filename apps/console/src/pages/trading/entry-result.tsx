import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/hooks';
import { Badge } from '../../components/badge';
import { type Figure, Figures } from '../../components/figures';
import { RunLink } from '../../components/run-link';
import { Term } from '../../components/term';
import { exact, NO_VALUE, percent, quoteCurrency, ratio, signedPercent } from '../../format/numbers';
import { duration, type TimeFormat, useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { Result } from './result';

type Trade = Schemas['TradeDetailsRead'];

/** What the trade brought, and what it was. */
export function EntryResult({ trade }: { readonly trade: Trade }) {
  const times = useTimes();
  return (
    <>
      <Card title="Result">
        <Figures figures={resultOf(trade)} />
      </Card>
      <Card title="Trade">
        <Figures figures={tradeOf(trade, times)} />
      </Card>
    </>
  );
}

function resultOf(trade: Trade): readonly Figure[] {
  const { currency, mae, mfe, excursion_interval: interval, symbol } = trade;
  const quote = quoteCurrency(symbol);
  const excursion = (one: Schemas['ExcursionRead'] | null) =>
    one === null ? NO_VALUE : percent(one.fraction);
  const price = (one: Schemas['ExcursionRead'] | null) =>
    one === null
      ? undefined
      : `${exact(one.price, quote)}${interval === null ? '' : `, by bars of ${interval}`}`;
  return [
    {
      label: (
        <Term meaning="Gross P&L less fees plus funding. None while the trade is open or its quantity is unknown.">
          Net P&L
        </Term>
      ),
      value: <Result amount={trade.net_pnl} currency={currency} />,
      note: `gross ${exact(trade.gross_pnl, currency ?? undefined)}`,
    },
    {
      label: (
        <Term meaning="Net P&L over the value of the entry, whatever the leverage; without quantity and fees the change of the price in the direction of the trade.">
          Return
        </Term>
      ),
      value: signedPercent(trade.return),
    },
    {
      label: (
        <Term meaning="Net P&L over what the trade loses at its stop, before fees. None without a stop at which it loses.">
          R multiple
        </Term>
      ),
      value: ratio(trade.r_multiple, 2),
    },
    {
      label: (
        <Term meaning="Maximum adverse excursion: how far the price went against the trade, as a share of the entry price.">
          MAE
        </Term>
      ),
      value: excursion(mae),
      note: price(mae),
    },
    {
      label: (
        <Term meaning="Maximum favourable excursion: how far the price went in favour of the trade, as a share of the entry price.">
          MFE
        </Term>
      ),
      value: excursion(mfe),
      note: price(mfe),
    },
    { label: 'Held', value: duration(trade.holding_seconds) },
  ];
}

function tradeOf(trade: Trade, times: TimeFormat): readonly Figure[] {
  const { symbol, side, source, exit_price: exit, idea_id: idea, backtest_id: backtest } = trade;
  const quote = quoteCurrency(symbol);
  return [
    {
      label: 'State',
      value: <Badge tone={exit === null ? 'warn' : 'neutral'}>{exit === null ? 'open' : 'closed'}</Badge>,
    },
    { label: 'Side', value: side === 'buy' ? 'long (buy)' : 'short (sell)' },
    { label: 'Quantity', value: exact(trade.quantity), note: contractSize(trade.multiplier) },
    { label: 'Entry', value: exact(trade.entry_price, quote), note: times.time(trade.entry_time) },
    { label: 'Exit', value: exact(exit, quote), note: times.time(trade.exit_time) },
    { label: 'Stop', value: exact(trade.stop, quote) },
    { label: 'Target', value: exact(trade.target, quote) },
    { label: 'Account', value: trade.account ?? NO_VALUE, note: trade.exchange ?? undefined },
    { label: 'Source', value: source === 'fills' ? 'made of fills' : 'manual' },
    { label: 'Tags', value: trade.tags.join(', ') || NO_VALUE },
    {
      label: 'Strategy idea',
      value:
        idea === null ? (
          NO_VALUE
        ) : (
          <Link to="/console/ideas/$id" params={{ id: String(idea) }}>
            idea {idea}
          </Link>
        ),
    },
    {
      label: 'Compared with',
      value: backtest === null ? NO_VALUE : <RunLink kind="backtest" id={backtest} />,
    },
  ];
}

const contractSize = (multiplier: string | null) =>
  multiplier === null || multiplier === '1' ? undefined : `contracts of ${exact(multiplier)}`;
