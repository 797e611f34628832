import { useState } from 'react';
import { useRead, type Schemas } from '../../api/hooks';
import { Empty, QueryView } from '../../components/query-view';
import { Table } from '../../components/table';
import { count } from '../../format/numbers';
import { ChoiceField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { JournalFilterFields, useJournalFilter } from './journal-filter-fields';
import { statisticsColumns } from './statistics-columns';

const GROUPINGS: readonly { readonly value: Schemas['TradeGrouping'] | ''; readonly label: string }[] = [
  { value: '', label: 'nothing: all trades together' },
  { value: 'symbol', label: 'symbol' },
  { value: 'account', label: 'account' },
  { value: 'tag', label: 'tag' },
  { value: 'idea', label: 'strategy idea' },
  { value: 'side', label: 'side' },
  { value: 'weekday', label: 'weekday of the exit (UTC)' },
  { value: 'hour', label: 'hour of the exit (UTC)' },
  { value: 'month', label: 'month of the exit (UTC)' },
];

/** Results of closed trades by what they share, each currency apart. */
export function Statistics() {
  const { fields, setFields, filter } = useJournalFilter();
  const [grouping, setGrouping] = useState('');
  const query = useRead(
    '/api/v1/trade-journal/stats',
    {
      params: {
        query: { ...filter, ...(grouping !== '' && { group_by: grouping as Schemas['TradeGrouping'] }) },
      },
    },
    { keepPrevious: true },
  );
  return (
    <div className="stack">
      <Card title="Filter">
        <ChoiceField label="Grouped by" value={grouping} onChange={setGrouping} options={GROUPINGS} />
        <br />
        <JournalFilterFields fields={fields} onChange={setFields} />
      </Card>
      <Card title="Statistics">
        <QueryView query={query}>{(statistics) => <Groups statistics={statistics} />}</QueryView>
      </Card>
    </div>
  );
}

function Groups({ statistics }: { readonly statistics: Schemas['TradeStatisticsRead'] }) {
  const {
    groups,
    group_by: grouping,
    open_trades: open,
    trades_without_result: without,
    trades_with_fees_apart: apart,
    omitted_groups: omitted,
  } = statistics;
  return (
    <>
      <p className="quiet">
        {count(open)} open trades are in no group
        {without > 0 && `; nor are ${count(without)} closed ones whose quantity is not known`}.
        {apart > 0 && ` ${count(apart)} trades lack fees in other currencies, of which no price is stored.`}
        {omitted > 0 && ` ${count(omitted)} more groups are not shown.`}
      </p>
      {groups.length === 0 ? (
        <Empty>No closed trade with a result fits. A result needs an exit price and a quantity.</Empty>
      ) : (
        <Table
          caption="Closed trades by group and currency; days and hours are those of the exit in UTC"
          columns={statisticsColumns(grouping !== null)}
          rows={groups}
          rowKey={({ group, currency, symbol }) => JSON.stringify([group, currency, symbol])}
        />
      )}
    </>
  );
}
