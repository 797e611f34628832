import type { Schemas } from '../../api/hooks';
import { Figures } from '../../components/figures';
import { Empty } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { Term } from '../../components/term';
import { exact, quoteCurrency } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { Card } from '../../layout/page';

type Trade = Schemas['TradeDetailsRead'];
type Leg = Schemas['LegRead'];

/** What the trade cost, and the fills that it is made of. */
export function EntryCosts({ trade }: { readonly trade: Trade }) {
  const times = useTimes();
  const { currency, fees, fees_apart: apart, funding, legs, symbol } = trade;
  const unit = currency ?? undefined;
  return (
    <>
      <Card title="Costs">
        <Figures
          figures={[
            { label: 'Fees', value: exact(fees, unit) },
            ...apart.map(({ currency: other, amount }) => ({
              label: (
                <Term meaning="Paid in a currency of which no price is stored: it is in no result.">
                  Fees apart
                </Term>
              ),
              value: exact(amount, other),
            })),
            {
              label: (
                <Term meaning="Funding received for a perpetual swap, estimated by stored rates; negative: paid.">
                  Funding
                </Term>
              ),
              value: exact(funding?.amount, unit),
              note: funding === null ? undefined : 'estimated',
            },
          ]}
        />
      </Card>
      <Card title="Legs" wide>
        {legs.length === 0 ? (
          <Empty>
            {trade.source === 'fills'
              ? 'Its fills are no longer stored.'
              : 'A manual entry has no legs: they are the fills that an account sends.'}
          </Empty>
        ) : (
          <Table
            caption={`Fills that the trade is made of, in their order; prices in ${quoteCurrency(symbol) ?? currency ?? 'the quote currency'}`}
            columns={legColumns(times, unit)}
            rows={legs}
            rowKey={(_, index) => index}
          />
        )}
      </Card>
    </>
  );
}

const legColumns = (times: TimeFormat, unit: string | undefined): readonly Column<Leg>[] => [
  { key: 'time', title: 'Executed', cell: ({ time }) => times.time(time) },
  { key: 'role', title: 'Role', cell: ({ role }) => role },
  { key: 'side', title: 'Side', cell: ({ side }) => side },
  { key: 'price', title: 'Price', number: true, cell: ({ price }) => exact(price) },
  { key: 'quantity', title: 'Quantity', number: true, cell: ({ quantity }) => exact(quantity) },
  { key: 'fee', title: 'Fee', number: true, cell: ({ fee }) => exact(fee, unit) },
  { key: 'fill', title: 'Fill', cell: ({ fill_id: id }) => <code>{id}</code> },
];
