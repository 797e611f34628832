import { BarChart } from '../../charts/bar-chart';
import { Table } from '../../components/table';
import { count, money, percent, signedPercent } from '../../format/numbers';
import { Card } from '../../layout/page';
import { currencyOf, memberText, type PartProps } from './portfolio';

/** What each member added to the account. */
export function ContributionsCard({ run }: PartProps) {
  const { contributions } = run;
  const currency = currencyOf(run);
  const unit = currency === undefined ? '' : `, ${currency}`;
  return (
    <Card title="Contribution by series" wide>
      <p className="quiet">
        Net profit of the trades of each member, over the initial capital; all of them add up to the total
        return.
      </p>
      <BarChart
        label={`Contribution of the ${count(contributions.length)} members to the total return`}
        format={(value) => signedPercent(value)}
        bars={contributions.map((each) => ({
          label: memberText(each),
          value: each.contribution,
          color: each.contribution < 0 ? 'down' : 'up',
        }))}
        table={
          <Table
            caption="Contribution by series, in the order of the universe"
            rows={contributions}
            rowKey={({ member }) => member}
            columns={[
              { key: 'member', title: 'Series', nowrap: true, cell: memberText },
              {
                key: 'contribution',
                title: 'Contribution',
                number: true,
                cell: ({ contribution }) => signedPercent(contribution),
              },
              { key: 'pnl', title: `Net profit${unit}`, number: true, cell: ({ pnl }) => money(pnl) },
              {
                key: 'weight',
                title: 'Average weight',
                number: true,
                cell: ({ average_weight: weight }) => percent(weight),
              },
              { key: 'trades', title: 'Trades', number: true, cell: ({ trades }) => count(trades) },
              { key: 'fees', title: `Fees${unit}`, number: true, cell: ({ fees }) => money(fees) },
              {
                key: 'funding',
                title: `Funding${unit}`,
                number: true,
                cell: ({ funding }) => money(funding),
              },
            ]}
          />
        }
      />
    </Card>
  );
}
