import type { Schemas } from '../../api/hooks';
import { type Column, Table } from '../../components/table';
import { Term } from '../../components/term';
import { count, percent, ratio } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';

type HeadlineShare = Schemas['HeadlineShareRead'];

interface HeadlineSharesProps {
  readonly headlines: readonly HeadlineShare[];
  readonly total: number;
}

/** What each headline adds to the sentiment, the most first. */
export function HeadlineShares({ headlines, total }: HeadlineSharesProps) {
  const times = useTimes();
  return (
    <Table
      caption={
        total > headlines.length
          ? `The ${count(headlines.length)} of ${count(total)} headlines that add the most`
          : 'Headlines, by how much they add to the score'
      }
      columns={columnsFor(times)}
      rows={headlines}
      rowKey={({ id }) => id}
    />
  );
}

const columnsFor = (times: TimeFormat): readonly Column<HeadlineShare>[] => [
  {
    key: 'title',
    title: 'Headline',
    cell: ({ title, link }) =>
      link === null ? (
        title
      ) : (
        <a href={link} target="_blank" rel="noreferrer">
          {title}
        </a>
      ),
  },
  { key: 'source', title: 'Source', cell: ({ source }) => source },
  {
    key: 'published',
    title: `Published (${times.zone})`,
    cell: ({ published_at: at }) => times.minute(at),
  },
  {
    key: 'score',
    title: (
      <Term meaning="Score of its words, −1 to 1. The title counts seven tenths where it has a summary.">
        Score
      </Term>
    ),
    number: true,
    cell: ({ score }) => ratio(score),
  },
  {
    key: 'weight',
    title: <Term meaning="Its part of all weights. The weight of a headline halves every day.">Weight</Term>,
    number: true,
    cell: ({ weight }) => percent(weight, 1),
  },
  {
    key: 'contribution',
    title: (
      <Term meaning="Score × weight. Those of all headlines add up to the score of the symbol.">
        Share of the score
      </Term>
    ),
    number: true,
    cell: ({ contribution }) => (
      <span className={contribution > 0 ? 'good' : contribution < 0 ? 'bad' : undefined}>
        {contribution > 0 && '+'}
        {ratio(contribution, 4)}
      </span>
    ),
  },
];
