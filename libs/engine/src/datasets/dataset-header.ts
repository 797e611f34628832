import { textRule } from '../market/field-rule';
import type { FieldProblem } from '../market/validate-candle';
import {
  LONGEST_NAME_CHARACTERS,
  MOST_COLUMNS,
  type StoredType,
  SYMBOL_COLUMN,
  TIME_COLUMN,
} from './dataset-column';

interface DeclaredColumn {
  readonly name: string;
  /** Undefined where the first value decides. */
  readonly type: StoredType | undefined;
}

export interface DatasetHeader {
  /** The names of the fields of a line. */
  readonly names: readonly string[];
  readonly hasSymbol: boolean;
  /** Without the key. */
  readonly columns: readonly DeclaredColumn[];
}

export interface HeaderSetting {
  /** By name. */
  readonly types: ReadonlyMap<string, StoredType>;
  /** The column with the time from which a row is known, where one has it. */
  readonly availableAt: string | null;
  /** The columns of the dataset that is appended to. */
  readonly present?: { readonly hasSymbol: boolean; readonly names: readonly string[] };
}

const NAME = textRule(LONGEST_NAME_CHARACTERS);

/** The columns of a dataset by the names of its first line, of which the first may be empty: an index that has no name is the time. */
export function readDatasetHeader(
  given: readonly string[],
  { types, availableAt, present }: HeaderSetting,
): DatasetHeader | { readonly problems: readonly FieldProblem[] } {
  const names = given.map((name, index) => (index === 0 && name === '' ? TIME_COLUMN : name));
  const values = names.filter((name) => name !== TIME_COLUMN && name !== SYMBOL_COLUMN);
  const hasSymbol = names.includes(SYMBOL_COLUMN);
  const problems = [
    ...nameProblems(names),
    ...(values.length === 0 ? [{ field: 'line 1', message: 'must name a column beside the key' }] : []),
    ...(values.length > MOST_COLUMNS
      ? [
          {
            field: 'line 1',
            message: `must name at most ${MOST_COLUMNS} columns beside the key, not ${values.length}`,
          },
        ]
      : []),
    ...(present
      ? differences(values, hasSymbol, present)
      : [...types.keys()].flatMap((name) => absence(values, name, 'types'))),
    ...(present || availableAt === null ? [] : absence(values, availableAt, 'available_at')),
  ];
  if (problems.length > 0) return { problems };
  const columns = (present?.names ?? values).map((name) => ({
    name,
    type: name === availableAt ? 'time' : types.get(name),
  }));
  return { names, hasSymbol, columns };
}

function nameProblems(names: readonly string[]): FieldProblem[] {
  const seen = new Set<string>();
  const problems: FieldProblem[] = [];
  for (const [index, name] of names.entries()) {
    if (NAME.read(name) === undefined) {
      problems.push({ field: `line 1, column ${index + 1}`, message: `: its name ${NAME.rule}` });
    } else if (seen.has(name)) {
      problems.push({ field: `line 1, column ${name}`, message: 'must be named once' });
    }
    seen.add(name);
  }
  if (!seen.has(TIME_COLUMN)) {
    const message = 'must name the column time (in CSV the first column may have no name instead)';
    problems.push({ field: 'line 1', message });
  }
  return problems;
}

function absence(values: readonly string[], name: string, field: string): FieldProblem[] {
  return values.includes(name)
    ? []
    : [{ field, message: `names ${name}, which is no column of line 1 beside the key` }];
}

function differences(
  values: readonly string[],
  hasSymbol: boolean,
  present: NonNullable<HeaderSetting['present']>,
): FieldProblem[] {
  const missing = present.names.filter((name) => !values.includes(name));
  const further = values.filter((name) => !present.names.includes(name));
  if (present.hasSymbol && !hasSymbol) missing.push(SYMBOL_COLUMN);
  if (!present.hasSymbol && hasSymbol) further.push(SYMBOL_COLUMN);
  return [
    ...missing.map((name) => ({ field: 'line 1', message: `must name ${name}, a column of the dataset` })),
    ...further.map((name) => ({
      field: 'line 1',
      message: `names ${name}, which is no column of the dataset`,
    })),
  ];
}
