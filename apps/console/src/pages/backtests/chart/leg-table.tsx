import { Table } from '../../../components/table';
import { count, exact, money } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import type { Trade } from '../report';

interface LegTableProps {
  readonly trade: Pick<Trade, 'number'>;
  readonly legs: NonNullable<Trade['legs']>;
  readonly currency: string | undefined;
}

/** What each fill closed of the chosen trade. */
export function LegTable({ trade, legs, currency }: LegTableProps) {
  const times = useTimes();
  const unit = currency === undefined ? '' : `, ${currency}`;
  return (
    <Table
      caption={`Legs of trade ${count(trade.number)}`}
      columns={[
        { key: 'time', title: `Exit (${times.zone})`, cell: ({ leg }) => times.minute(leg.exit_time) },
        {
          key: 'reason',
          title: 'Exit by',
          cell: ({ leg }) => [leg.exit_reason.replaceAll('_', ' '), leg.exit_tag].filter(Boolean).join(', '),
        },
        { key: 'quantity', title: 'Quantity', number: true, cell: ({ leg }) => exact(leg.quantity) },
        { key: 'price', title: `Exit price${unit}`, number: true, cell: ({ leg }) => exact(leg.exit_price) },
        { key: 'fees', title: `Fees${unit}`, number: true, cell: ({ leg }) => money(leg.fees) },
        { key: 'pnl', title: `Net profit${unit}`, number: true, cell: ({ leg }) => money(leg.pnl) },
      ]}
      rows={legs.map((leg, index) => ({ leg, index }))}
      rowKey={({ index }) => index}
    />
  );
}
