import { Badge, type Tone } from '../../../components/badge';
import type { Column } from '../../../components/table';
import { Term } from '../../../components/term';
import { exact, money, percent, signedPercent } from '../../../format/numbers';
import { duration, type TimeFormat } from '../../../format/times';
import type { Trade } from '../report';

/** A trade of any run. */
type ShownTrade = Omit<Trade, 'exit_reason'> & { readonly exit_reason: string };

type ExitReasons = Readonly<Record<string, { readonly label: string; readonly tone: Tone }>>;

export const EXIT_REASONS: ExitReasons = {
  signal: { label: 'signal', tone: 'neutral' },
  stop_loss: { label: 'stop loss', tone: 'bad' },
  take_profit: { label: 'take profit', tone: 'good' },
  trailing_stop: { label: 'trailing stop', tone: 'warn' },
  liquidation: { label: 'liquidation', tone: 'bad' },
  end_of_data: { label: 'end of data', tone: 'neutral' },
  bankruptcy: { label: 'bankruptcy', tone: 'bad' },
  max_bars: { label: 'max bars', tone: 'neutral' },
};

/** Those of portfolios, too. */
export const PORTFOLIO_EXIT_REASONS: ExitReasons = {
  ...EXIT_REASONS,
  rebalance: { label: 'rebalance', tone: 'neutral' },
  delisted: { label: 'delisted', tone: 'warn' },
};

/** With the tag of its rule. */
function ExitReason({ trade }: { readonly trade: ShownTrade }) {
  const { exit_reason: reason, exit_tag: tag } = trade;
  const { label, tone } = PORTFOLIO_EXIT_REASONS[reason] ?? { label: reason, tone: 'neutral' };
  return (
    <>
      <Badge tone={tone}>{label}</Badge> {tag}
    </>
  );
}

/** Sorted by the service where it can; the keys are its names. */
export function tradeColumns(times: TimeFormat, currency: string | undefined): Column<ShownTrade>[] {
  const unit = currency === undefined ? '' : `, ${currency}`;
  return [
    {
      key: 'entry_time',
      title: `Entry (${times.zone})`,
      sortable: true,
      cell: (t) => times.minute(t.entry_time),
    },
    {
      key: 'exit_time',
      title: `Exit (${times.zone})`,
      sortable: true,
      cell: (t) => times.minute(t.exit_time),
    },
    { key: 'side', title: 'Side', cell: (t) => [t.side, t.entry_tag].filter(Boolean).join(', ') },
    { key: 'exit_reason', title: 'Exit by', cell: (t) => <ExitReason trade={t} /> },
    { key: 'pnl', title: `Net profit${unit}`, number: true, sortable: true, cell: ({ pnl }) => money(pnl) },
    {
      key: 'return',
      title: 'Return',
      number: true,
      sortable: true,
      cell: (t) => <span className={t.return < 0 ? 'bad' : 'good'}>{signedPercent(t.return)}</span>,
    },
    { key: 'mae', title: 'MAE', number: true, sortable: true, cell: ({ mae }) => percent(mae) },
    { key: 'mfe', title: 'MFE', number: true, sortable: true, cell: ({ mfe }) => percent(mfe) },
    {
      key: 'duration',
      title: 'Time held',
      number: true,
      sortable: true,
      cell: (t) => duration(t.duration_seconds),
    },
    { key: 'quantity', title: 'Quantity', number: true, sortable: true, cell: (t) => exact(t.quantity) },
    { key: 'entry_price', title: `Entry price${unit}`, number: true, cell: (t) => exact(t.entry_price) },
    { key: 'exit_price', title: `Exit price${unit}`, number: true, cell: exitPrice },
    { key: 'fees', title: `Fees${unit}`, number: true, sortable: true, cell: ({ fees }) => money(fees) },
    { key: 'funding', title: `Funding${unit}`, number: true, cell: ({ funding }) => money(funding) },
  ];
}

/** The average of several legs says so. */
function exitPrice({ exit_price: price, legs }: ShownTrade): string {
  return legs === undefined ? exact(price) : `${exact(price)} in ${legs.length} legs`;
}

/** What the abbreviations of the columns mean. */
export function TradeTerms() {
  return (
    <p className="quiet">
      <Term meaning="Maximum adverse excursion: the farthest that the price went against the position, over the entry price. Losses that exits cut show as a small MAE.">
        MAE
      </Term>{' '}
      and{' '}
      <Term meaning="Maximum favourable excursion: the farthest that the price went for the position, over the entry price. Far above the return: the exits come late.">
        MFE
      </Term>{' '}
      are fractions of the entry price, shown as percent. Net profit is after fees and funding; slippage is
      part of the prices.
    </p>
  );
}
