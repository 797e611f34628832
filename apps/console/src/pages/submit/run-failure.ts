import { type FieldError, Problem } from '../../api/problem';

const PARAMETER = /^parameter (\w+) of /;
const FIELD = /^((?:parameters|param_grid)\.\w+)/;

/** The field of a sentence about what a strategy does not accept, such as `parameters.fast`. */
function fieldOf(sentence: string): string | undefined {
  const [, parameter] = PARAMETER.exec(sentence) ?? [];
  return parameter === undefined ? FIELD.exec(sentence)?.[1] : `parameters.${parameter}`;
}

/** Why a run failed at once, by the fields that its reason names: strategies judge their parameters when they run. */
export function problemOfRun(name: string, detail: string): Problem {
  const errors: FieldError[] = [];
  for (const sentence of detail.split('; ')) {
    const field = fieldOf(sentence);
    const last = errors.at(-1);
    if (field !== undefined) errors.push({ field, message: sentence });
    else if (last) errors[errors.length - 1] = { ...last, message: `${last.message}; ${sentence}` };
  }
  return new Problem(422, `${name} failed: ${detail}`, errors);
}
