import { useRead } from '../../api/hooks';
import { percent } from '../../format/numbers';
import { fieldError } from '../../forms/field';
import { ChoiceField, TextField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { DISTANCES, OWN_FEES, PRESET_FEES } from './execution-texts';
import type { RunForm } from './use-run-form';

const SIZES: Readonly<Record<string, string>> = {
  '': 'Fraction of the equity, at most 1; all of it without',
  percent_equity: 'Fraction of the equity, at most 1; all of it without',
  fixed_cash: 'Amount of the quote currency, fee included',
  fixed_quantity: 'Units of the base currency',
  risk_percent: 'Fraction of the equity that the stop-loss loses: 0.02 is 2 %',
  volatility_target: 'Annual volatility as a fraction, at most 10: 0.2 is 20 %',
};
const DISTANCE_TITLES = {
  stop_loss: ['Stop-loss', 'Loss at which a position is closed'],
  take_profit: ['Take-profit', 'Profit at which a position is closed'],
  trailing_stop: ['Trailing stop', 'Distance of the stop from the best price so far'],
} as const;
const DEFAULT = { value: '', label: 'default' };

/** How signals become fills. What is blank has the service's default. */
export function ExecutionFields({ form }: { readonly form: RunForm }) {
  const field = fieldsOf(form);
  const { execution } = form.draft;
  const rare = ['sizing', 'lot_size', 'leverage', 'stop', 'take', 'trailing', 'market', 'funding', 'fill'];
  const isRareSet = Object.entries(execution).some(
    ([path, value]) => value !== '' && rare.some((name) => path.startsWith(name)),
  );
  const hasRareError =
    form.problem?.errors.some(({ field: at }) => rare.some((name) => at.startsWith(`execution.${name}`))) ??
    false;
  return (
    <Card title="Execution">
      <div className="form">
        <div className="fields">
          <TextField
            label="Initial capital"
            kind="decimal"
            placeholder="10000"
            hint="In the quote currency; default 10,000"
            {...field('initial_capital')}
          />
          <TextField
            label="Slippage"
            kind="decimal"
            placeholder="5"
            hint="Basis points, 0 to 1,000: 5 is 0.05 %; default 5"
            {...field('slippage_bps')}
          />
          <ChoiceField
            label="Short positions"
            hint="Whether short entries are filled"
            options={[DEFAULT_NO, { value: 'true', label: 'yes' }]}
            {...field('allow_short')}
          />
        </div>
        <Fees form={form} />
        <details open={isRareSet || hasRareError || undefined}>
          <summary>Sizing, stops, leverage, market and funding</summary>
          <RareFields form={form} />
        </details>
      </div>
    </Card>
  );
}

const DEFAULT_NO = { value: '', label: 'default: no' };

/** Value, change and the service's objection of a field of `execution`. */
function fieldsOf({ draft, change, problem }: RunForm) {
  return (path: string, ...errorsAt: readonly string[]) => ({
    value: draft.execution[path] ?? '',
    onChange: (value: string) => change({ execution: { ...draft.execution, [path]: value } }),
    error: [path, ...errorsAt]
      .map((at) => fieldError(problem, `execution.${at}`))
      .find((error) => error !== undefined),
  });
}

/** What a run pays that says nothing of fees. */
function defaultFees(exchange = 'the exchange', presets: object = { [exchange]: {} }): string {
  if (Object.hasOwn(presets, exchange)) return `default: those of ${exchange}`;
  return `default: no fees, as none are known of ${exchange}`;
}

function Fees({ form }: { readonly form: RunForm }) {
  const { data: presets } = useRead('/api/v1/backtesting/fee-presets');
  const field = fieldsOf(form);
  const isOwn = form.draft.execution.fees === OWN_FEES;
  return (
    <div className="fields">
      <ChoiceField
        label="Fees"
        hint="Of an account without volume discount"
        options={[
          { value: '', label: defaultFees(form.draft.series?.exchange, presets) },
          ...Object.entries(presets ?? {}).map(([exchange, { maker, taker }]) => ({
            value: PRESET_FEES + exchange,
            label: `${exchange}: maker ${percent(maker)}, taker ${percent(taker)}`,
          })),
          { value: OWN_FEES, label: 'my own' },
        ]}
        {...field('fees', 'fee_preset')}
      />
      {isOwn && (
        <>
          <TextField
            label="Maker fee"
            kind="decimal"
            hint="Fraction of limit fills, −0.001 to 0.1: 0.001 is 0.1 %"
            {...field('fees.maker')}
          />
          <TextField
            label="Taker fee"
            kind="decimal"
            hint="Fraction of market and stop fills, −0.001 to 0.1"
            {...field('fees.taker')}
          />
        </>
      )}
    </div>
  );
}

function RareFields({ form }: { readonly form: RunForm }) {
  const field = fieldsOf(form);
  const { execution } = form.draft;
  return (
    <div className="fields" style={{ marginBlockStart: '0.9rem' }}>
      <ChoiceField
        label="Fill"
        hint="Close is that of the bar of the signal: the run warns of it"
        options={[{ value: '', label: 'default: open of the next bar' }, 'next_open', 'close']}
        {...field('fill')}
      />
      <ChoiceField
        label="Sizing"
        hint="How the quantity of an entry is computed"
        options={[DEFAULT, ...Object.keys(SIZES).filter((mode) => mode !== '')]}
        {...field('sizing.mode', 'sizing')}
      />
      <TextField
        label="Size"
        kind="decimal"
        hint={SIZES[execution['sizing.mode'] ?? '']}
        {...field('sizing.value')}
      />
      <TextField
        label="Lot size"
        kind="decimal"
        hint="Quantities are rounded down to multiples of it, in the base currency; none without"
        {...field('lot_size')}
      />
      <TextField
        label="Leverage"
        kind="decimal"
        placeholder="1"
        hint="1 to 125; above 1 a position can be liquidated"
        {...field('leverage')}
      />
      {DISTANCES.map((name) => (
        <fieldset key={name}>
          <legend>{DISTANCE_TITLES[name][0]}</legend>
          <div className="form">
            <ChoiceField
              label={`${DISTANCE_TITLES[name][0]} as`}
              options={[
                { value: '', label: 'fraction of the price' },
                { value: 'atr', label: 'multiple of ATR(14)' },
              ]}
              {...field(`${name}.unit`)}
            />
            <TextField
              label={`${DISTANCE_TITLES[name][0]} distance`}
              kind="decimal"
              hint={`${DISTANCE_TITLES[name][1]}: 0.05 is 5 %, or 2 ATR; none without`}
              {...field(`${name}.value`, name, `${name}.fraction`, `${name}.atr`)}
            />
          </div>
        </fieldset>
      ))}
      <ChoiceField
        label="Market"
        hint="Whose fees of the preset apply; swap is perpetual futures"
        options={[DEFAULT, 'spot', 'swap']}
        {...field('market')}
      />
      <ChoiceField
        label="Funding"
        hint="Of perpetual futures; yes warns of missing rates"
        options={[
          { value: '', label: 'default: where it is stored' },
          { value: 'true', label: 'yes' },
          { value: 'false', label: 'no' },
        ]}
        {...field('funding')}
      />
    </div>
  );
}
