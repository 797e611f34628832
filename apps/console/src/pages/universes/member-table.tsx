import type { Schemas } from '../../api/hooks';
import { Table } from '../../components/table';
import { NO_VALUE } from '../../format/numbers';

interface MemberTableProps {
  readonly caption: string;
  readonly members: readonly Schemas['UniverseMemberRead'][];
}

/** Members in the order of their universe, with the days on which they belong to it. */
export function MemberTable({ caption, members }: MemberTableProps) {
  return (
    <div className="scroll" style={{ maxBlockSize: '30rem' }}>
      <Table
        caption={caption}
        rows={members}
        rowKey={(_, index) => index}
        columns={[
          { key: 'exchange', title: 'Exchange', cell: ({ exchange }) => exchange ?? NO_VALUE },
          { key: 'symbol', title: 'Symbol', cell: ({ symbol }) => symbol },
          { key: 'from', title: 'From (UTC)', nowrap: true, cell: ({ from }) => from ?? 'its first candle' },
          { key: 'to', title: 'To (UTC)', nowrap: true, cell: ({ to }) => to ?? 'its last candle' },
        ]}
      />
    </div>
  );
}
