import type { Schemas } from '../../api/hooks';
import { count } from '../../format/numbers';
import { fieldError } from '../../forms/field';
import { TextField } from '../../forms/inputs';
import { countCombinations } from './grid-text';
import { ruleText } from './parameter-field';
import { CUSTOM, gridOfStrategy, namesOfCustom, rulesOf } from './run-draft';
import type { RunForm } from './use-run-form';

/** Of one request. */
const MOST_COMBINATIONS = 10_000;

interface GridFieldsProps {
  readonly form: RunForm;
  readonly known: Schemas['StrategiesRead'];
}

/** The values that a search tries of each parameter, and how many combinations they are. */
export function GridFields({ form, known }: GridFieldsProps) {
  const { draft, change, problem } = form;
  const rules = rulesOf(known, draft);
  const names = draft.strategy === CUSTOM ? namesOfCustom(draft.rules) : Object.keys(rules);
  const grid = draft.grid ?? gridOfStrategy(known, draft);
  const combinations = countCombinations(names.map((name) => grid[name] ?? ''));
  const isTooLarge = combinations !== undefined && combinations > MOST_COMBINATIONS;
  const whole = fieldError(problem, 'param_grid');
  return (
    <fieldset>
      <legend>Values to try</legend>
      <p className="quiet">
        A list, <code>5, 10, 20</code>, or a range, <code>30 to 90 step 30</code>. A parameter without values
        keeps its default.
      </p>
      <div className="fields">
        {names.map((name) => (
          <TextField
            key={name}
            label={<code>{name}</code>}
            value={grid[name] ?? ''}
            hint={rules[name] && `${rules[name].summary} ${ruleText(rules[name])}.`}
            error={fieldError(problem, `param_grid.${name}`) ?? fieldError(problem, `parameters.${name}`)}
            onChange={(value) => change({ grid: { ...grid, [name]: value } })}
          />
        ))}
      </div>
      <p role="status" className={isTooLarge ? 'bad' : undefined} style={{ marginBlock: '0.75rem 0' }}>
        {combinations === undefined ? (
          'These are no values yet.'
        ) : (
          <>
            <strong data-combinations={combinations}>
              {count(combinations)} combination{combinations === 1 ? '' : 's'}
            </strong>
            , of at most {count(MOST_COMBINATIONS)}
            {isTooLarge && ': fewer values, please'}. What the strategy does not accept, such as a fast
            average that is slower than the slow one, is left out.
          </>
        )}
      </p>
      {whole !== undefined && <p className="bad">{whole}</p>}
      {draft.grid && (
        <button type="button" className="button" onClick={() => change({ grid: undefined })}>
          Use the strategy’s own grid
        </button>
      )}
    </fieldset>
  );
}
