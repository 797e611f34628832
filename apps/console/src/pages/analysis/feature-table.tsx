import type { Schemas } from '../../api/hooks';
import { Table } from '../../components/table';
import { Term } from '../../components/term';
import { count, exact } from '../../format/numbers';

interface FeatureTableProps {
  readonly features: readonly Schemas['FeatureDefinition'][];
  /** The newest values, by name. */
  readonly values: Readonly<Record<string, number | null>> | undefined;
  readonly chosen: readonly string[];
  readonly onChoose: (names: readonly string[]) => void;
}

const MOST_CHOSEN = 5;

/** Features with their formulas; those that are chosen are drawn. */
export function FeatureTable({ features, values, chosen, onChoose }: FeatureTableProps) {
  const toggle = (name: string, isChosen: boolean) =>
    onChoose(isChosen ? [...chosen, name].slice(-MOST_CHOSEN) : chosen.filter((other) => other !== name));
  return (
    <div style={{ maxBlockSize: '32rem', overflow: 'auto' }} tabIndex={0} role="group" aria-label="Features">
      <Table
        caption={`Features; the newest ${MOST_CHOSEN} that are chosen are drawn`}
        columns={[
          {
            key: 'drawn',
            title: 'Drawn',
            cell: ({ name }) => (
              <input
                type="checkbox"
                aria-label={`Draw ${name}`}
                checked={chosen.includes(name)}
                onChange={({ target }) => toggle(name, target.checked)}
              />
            ),
          },
          { key: 'name', title: 'Feature', cell: ({ name }) => <code>{name}</code> },
          { key: 'value', title: 'Newest value', number: true, cell: ({ name }) => exact(values?.[name]) },
          { key: 'summary', title: 'Formula', cell: ({ summary }) => summary },
          {
            key: 'lookback',
            title: <Term meaning="Candles that pass before the feature is known.">Lookback</Term>,
            number: true,
            cell: ({ lookback }) => count(lookback),
          },
          {
            key: 'warmup',
            title: (
              <Term meaning="Candles that pass before the feature no longer depends on where they begin, to a billionth of its size.">
                Warm-up
              </Term>
            ),
            number: true,
            cell: ({ warmup }) => count(warmup),
          },
        ]}
        rows={features}
        rowKey={({ name }) => name}
        isChosen={({ name }) => chosen.includes(name)}
      />
    </div>
  );
}
