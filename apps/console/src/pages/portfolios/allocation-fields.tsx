import type { Schemas } from '../../api/hooks';
import { ChoiceField, TextAreaField, TextField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { StrategyFields } from '../submit/strategy-fields';
import { OrderFields } from './order-fields';
import { ALLOCATIONS, GIVEN, type PortfolioDraft } from './portfolio-draft';
import { METHODS } from './setting-words';
import type { PortfolioForm } from './use-portfolio-form';

const METHOD_GIVEN = { value: GIVEN, label: 'given below' };

const SUMMARIES = {
  weights: 'Weights for all members, decided anew at each rebalance.',
  ranking: 'Holds the highest members of an order, the lowest short, or both.',
  rules: 'One strategy on every series, with shared cash.',
} as const;

interface AllocationFieldsProps {
  readonly form: PortfolioForm;
  readonly known: Schemas['StrategiesRead'];
}

/** What decides what is held. */
export function AllocationFields({ form, known }: AllocationFieldsProps) {
  const { draft, change } = form;
  const { allocation } = draft;
  return (
    <>
      <Card title="Allocation" wide>
        <div className="form">
          <div className="fields">
            <ChoiceField
              label="Allocation"
              value={allocation}
              hint={SUMMARIES[allocation]}
              onChange={(value) =>
                // A ranking needs an order, rules none.
                change({
                  allocation: value as PortfolioDraft['allocation'],
                  order: { ...draft.order, kind: '' },
                })
              }
              options={ALLOCATIONS}
            />
          </div>
          {allocation === 'ranking' && <RankingFields form={form} />}
          {allocation === 'rules' ? <SharedFields form={form} /> : <WeightFields form={form} />}
        </div>
      </Card>
      {allocation === 'rules' && <StrategyFields form={form.run} known={known} />}
    </>
  );
}

function WeightFields({ form }: { readonly form: PortfolioForm }) {
  const { draft, change, problem } = form;
  const isRanking = draft.allocation === 'ranking';
  const field = (name: string) => {
    const state = form.field(`weights.${name}`);
    return isRanking ? { ...state, error: form.field(`ranking.weights.${name}`).error } : state;
  };
  const isGiven = !isRanking && draft.texts['weights.method'] === GIVEN;
  const refused = problem?.errors.filter(({ field: at }) => at.startsWith('weights.values')) ?? [];
  return (
    <fieldset>
      <legend>Weights</legend>
      <div className="fields">
        <ChoiceField
          label="Method"
          hint={isRanking ? 'Between those that are held' : 'How the capital is divided'}
          options={isRanking ? METHODS : [...METHODS, METHOD_GIVEN]}
          {...field('method')}
        />
        {!isGiven && (
          <>
            <TextField
              label="Lookback of the weights"
              kind="integer"
              placeholder="252"
              hint="Returns that a decision is computed from (bars); default 252. Without effect for equal"
              {...field('lookback')}
            />
            <TextField
              label="Largest weight"
              kind="decimal"
              placeholder="1"
              hint="Of one member, a fraction of the equity: 0.2 is 20 %"
              {...field('max_weight')}
            />
            <TextField
              label="Least weight"
              kind="decimal"
              placeholder="0"
              hint="Of a chosen member, a fraction of the equity"
              {...field('min_weight')}
            />
            <TextField
              label="Cash"
              kind="decimal"
              placeholder="0"
              hint="Fraction of the equity that stays cash"
              {...field('cash')}
            />
          </>
        )}
        <TextField
          label="Largest turnover"
          kind="decimal"
          hint="Of one rebalance, a fraction of the equity; no limit without"
          {...field('max_turnover')}
        />
      </div>
      {isGiven && (
        <TextAreaField
          label="Weights of the members"
          value={draft.targets}
          rows={6}
          onChange={(targets) => change({ targets })}
          hint={
            <>
              One a line: exchange, symbol, fraction of the equity, such as <code>us, AAPL, 0.25</code>; below
              0: short. The exchange may be left out. What is missing to 1 is cash.
            </>
          }
          error={
            refused.length > 0
              ? refused.map(({ field: at, message }) => `${at} ${message}`).join('; ')
              : undefined
          }
        />
      )}
    </fieldset>
  );
}

function RankingFields({ form }: { readonly form: PortfolioForm }) {
  const { field } = form;
  return (
    <fieldset>
      <legend>Ranking</legend>
      <div className="fields">
        <OrderFields form={form} path="ranking.by" label="Put in order by" />
        <TextField
          label="Highest held long"
          kind="integer"
          placeholder="0"
          hint="How many series"
          {...field('ranking.top')}
        />
        <TextField
          label="Lowest held short"
          kind="integer"
          placeholder="0"
          hint="How many series; needs short positions below Execution"
          {...field('ranking.bottom')}
        />
        <TextField
          label="Gross"
          kind="decimal"
          placeholder="1"
          hint="Sum of the sizes of all weights, a fraction of the equity"
          {...field('ranking.gross')}
        />
        <TextField
          label="Net"
          kind="decimal"
          hint="Sum of all weights; gross where one side is held and 0 where both are, without"
          {...field('ranking.net')}
        />
      </div>
    </fieldset>
  );
}

function SharedFields({ form }: { readonly form: PortfolioForm }) {
  const { field } = form;
  return (
    <div className="fields">
      <TextField
        label="Most open positions"
        kind="integer"
        hint="How many series may be held at once"
        {...field('rules.max_open_positions')}
      />
      <TextField
        label="Share of an entry"
        kind="decimal"
        hint="A fraction of the equity; 1 over the most open positions, or as sizing says, without"
        {...field('rules.share')}
      />
      <OrderFields form={form} path="rules.priority" label="Enters first by" none="order of the universe" />
    </div>
  );
}
