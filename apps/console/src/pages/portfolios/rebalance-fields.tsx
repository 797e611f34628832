import { ChoiceField, TextField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { fieldError } from '../../forms/field';
import { EVERY } from './setting-words';
import type { PortfolioForm } from './use-portfolio-form';

const BARS = 'rebalance.bars';
const DRIFT = 'rebalance.drift';

/** When weights are decided anew, where a series is sold at its end, and what the run is compared with. */
export function RebalanceFields({ form }: { readonly form: PortfolioForm }) {
  const { draft, field } = form;
  return (
    <Card title="Rebalance and benchmark" wide>
      <div className="fields">
        {draft.allocation !== 'rules' && <When form={form} />}
        <TextField
          label="Delisting return"
          kind="decimal"
          placeholder="0"
          hint="Where a series is sold at its end, against its last close: −0.3 loses 30 %"
          {...field('delisting_return')}
        />
        <TextField
          label="Benchmark exchange"
          hint="Left out: the one that has the symbol"
          {...field('benchmark.exchange')}
        />
        <TextField
          label="Benchmark symbol"
          hint="The series that is held beside it; the universe at equal weights without"
          {...field('benchmark.symbol')}
        />
      </div>
    </Card>
  );
}

function When({ form: { draft, change, problem, field } }: { readonly form: PortfolioForm }) {
  const { texts } = draft;
  const kind = texts[BARS] !== undefined ? 'bars' : texts[DRIFT] !== undefined ? 'drift' : 'every';
  // One of the three: the others are not sent.
  const choose = (value: string) => {
    const others = Object.fromEntries(
      Object.entries(texts).filter(([path]) => !path.startsWith('rebalance.')),
    );
    change({ texts: value === 'every' ? others : { ...others, [`rebalance.${value}`]: '' } });
  };
  return (
    <>
      <ChoiceField
        label="Rebalance"
        value={kind}
        onChange={choose}
        error={fieldError(problem, 'rebalance')}
        options={[
          { value: 'every', label: 'by the calendar' },
          { value: 'bars', label: 'every so many bars' },
          { value: 'drift', label: 'where a weight has drifted' },
        ]}
      />
      {kind === 'every' && (
        <ChoiceField
          label="Rebalance every"
          hint="At the close of the first bar of each day, ISO week, month or quarter"
          options={[{ value: '', label: 'default: monthly' }, ...EVERY]}
          {...field('rebalance.every')}
        />
      )}
      {kind === 'bars' && (
        <TextField label="Bars between rebalances" kind="integer" hint="1 or more" {...field(BARS)} />
      )}
      {kind === 'drift' && (
        <TextField
          label="Drift"
          kind="decimal"
          hint="Distance of a weight from its target, a fraction of the equity: 0.05 is 5 %"
          {...field(DRIFT)}
        />
      )}
    </>
  );
}
