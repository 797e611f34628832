import type { Schemas } from '../../../api/hooks';
import { Table } from '../../../components/table';
import { count, money, percent } from '../../../format/numbers';
import { Card } from '../../../layout/page';

type Tags = Schemas['TagSumsRead'];

interface TagsCardProps {
  readonly tags: Tags | undefined;
  readonly currency: string | undefined;
}

/** Trades by the tags of the rules that decided them; nothing where there are none. */
export function TagsCard({ tags, currency }: TagsCardProps) {
  if (tags === undefined) return null;
  return (
    <Card title="By tag">
      <TagTable caption="Trades by the tag of the entry" sums={tags.entry} currency={currency} />
      <TagTable caption="Trades by the tag of the exit" sums={tags.exit} currency={currency} />
    </Card>
  );
}

interface TagTableProps {
  readonly caption: string;
  readonly sums: Tags['entry'];
  readonly currency: string | undefined;
}

function TagTable({ caption, sums, currency }: TagTableProps) {
  const unit = currency === undefined ? '' : `, ${currency}`;
  return (
    <Table
      caption={caption}
      rows={sums}
      rowKey={({ tag }) => tag ?? ''}
      columns={[
        { key: 'tag', title: 'Tag', cell: ({ tag }) => tag ?? 'none' },
        { key: 'trades', title: 'Trades', number: true, cell: ({ trades }) => count(trades) },
        { key: 'pnl', title: `Net profit${unit}`, number: true, cell: ({ pnl }) => money(pnl) },
        { key: 'win_rate', title: 'Win rate', number: true, cell: (sum) => percent(sum.win_rate) },
      ]}
    />
  );
}
