import type { FieldProblem } from '../market/validate-candle';
import { formatDateTime } from '../market/parse-time';
import { ColumnBuilder } from './column-builder';
import {
  type ColumnSummary,
  type ColumnValues,
  LONGEST_SYMBOL_CHARACTERS,
  MOST_SYMBOLS,
  SYMBOL_COLUMN,
  TIME_COLUMN,
} from './dataset-column';
import type { DatasetHeader } from './dataset-header';
import { CELL_RULES } from './read-cell';
import { textRule } from '../market/field-rule';

const MOST_ROWS = 32_768;
const MOST_VALUES = 1_048_576;
/** Of texts, which may be long. */
const MOST_CHARACTERS = 8_388_608;

/** Rows that are stored together: the time, the symbol where there is one, then the other columns. */
export interface DatasetBlock {
  readonly rows: number;
  readonly columns: readonly ColumnValues[];
}

/** What is known of all rows. */
export interface RowsSummary {
  readonly rows: number;
  readonly hasSymbol: boolean;
  readonly start: number;
  readonly end: number;
  /** The newest time of each symbol, that of '' without symbols. */
  readonly lastTimes: ReadonlyMap<string, number>;
  readonly columns: readonly ColumnSummary[];
}

const SYMBOL = textRule(LONGEST_SYMBOL_CHARACTERS);
const WITHOUT_SYMBOL = '';

/** Checks the rows of a dataset one by one and collects them in blocks. The times of a symbol must ascend. */
export class DatasetRows {
  private readonly time: Float64Array;
  private symbols: string[] = [];
  private readonly columns: readonly ColumnBuilder[];
  private readonly fieldOf: readonly number[];
  private readonly timeField: number;
  private readonly symbolField: number;
  private readonly capacity: number;
  private readonly lastTimes: Map<string, number>;
  private inBlock = 0;
  private characters = 0;
  private taken = 0;
  private start = Infinity;
  private end = -Infinity;

  /** `lastTimes`: of the rows that these are appended to. */
  constructor(
    private readonly header: DatasetHeader,
    lastTimes: Iterable<readonly [string, number]> = [],
  ) {
    const { names, columns } = header;
    this.capacity = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / (columns.length + 2)));
    this.time = new Float64Array(this.capacity);
    this.lastTimes = new Map(lastTimes);
    this.timeField = names.indexOf(TIME_COLUMN);
    this.symbolField = names.indexOf(SYMBOL_COLUMN);
    this.fieldOf = columns.map(({ name }) => names.indexOf(name));
    this.columns = columns.map(
      ({ name, type }) => new ColumnBuilder(name, type, this.capacity, type === 'time'),
    );
  }

  /** Rows since the last block. */
  get waiting(): number {
    return this.inBlock;
  }

  get isFull(): boolean {
    return this.inBlock === this.capacity || this.characters >= MOST_CHARACTERS;
  }

  /** `cells`: those of a line, by the names of the header. */
  add(cells: readonly unknown[], line: number, characters: number): readonly FieldProblem[] {
    const row = this.inBlock;
    const time = CELL_RULES.time.read(cells[this.timeField]) as number | undefined;
    const symbol = this.header.hasSymbol ? SYMBOL.read(cells[this.symbolField]) : WITHOUT_SYMBOL;
    const problems: FieldProblem[] = [];
    if (time === undefined) problems.push({ field: TIME_COLUMN, message: CELL_RULES.time.rule });
    if (symbol === undefined) problems.push({ field: SYMBOL_COLUMN, message: SYMBOL.rule });
    if (time !== undefined && symbol !== undefined) problems.push(...this.setKey(row, time, symbol));
    for (let index = 0; index < this.columns.length; index++) {
      const column = this.columns[index];
      const message = column.add(row, cells[this.fieldOf[index]], line);
      if (message !== undefined) problems.push({ field: column.name, message });
    }
    this.inBlock++;
    this.characters += characters;
    return problems;
  }

  /** The rows since the last block. */
  takeBlock(): DatasetBlock {
    const rows = this.inBlock;
    const key: ColumnValues[] = [this.time.slice(0, rows)];
    if (this.header.hasSymbol) key.push(this.symbols);
    const columns = [...key, ...this.columns.map((column) => column.take(rows))];
    this.symbols = [];
    this.taken += rows;
    this.inBlock = 0;
    this.characters = 0;
    return { rows, columns };
  }

  /** Of all blocks taken, or what is wrong with the columns as wholes. */
  finish(): RowsSummary | { readonly problems: readonly FieldProblem[] } {
    const problems: FieldProblem[] = [];
    const columns: ColumnSummary[] = [];
    for (const column of this.columns) {
      if (column.type === undefined)
        problems.push({ field: `column ${column.name}`, message: WITHOUT_VALUES });
      else columns.push(column.summary(column.type));
    }
    if (problems.length > 0) return { problems };
    const { taken: rows, start, end, lastTimes } = this;
    return { rows, hasSymbol: this.header.hasSymbol, start, end, lastTimes, columns };
  }

  private setKey(row: number, time: number, symbol: string): FieldProblem[] {
    const before = this.lastTimes.get(symbol);
    if (before !== undefined && time <= before)
      return [{ field: TIME_COLUMN, message: misplaced(time, before, symbol) }];
    if (before === undefined && this.lastTimes.size === MOST_SYMBOLS)
      return [
        {
          field: SYMBOL_COLUMN,
          message: `is one more than the ${MOST_SYMBOLS} symbols that a dataset may have`,
        },
      ];
    this.lastTimes.set(symbol, time);
    this.time[row] = time;
    if (this.header.hasSymbol) this.symbols[row] = symbol;
    if (time < this.start) this.start = time;
    if (time > this.end) this.end = time;
    return [];
  }
}

const WITHOUT_VALUES = 'has no value in any line: leave it out, or declare its type by types';

function misplaced(time: number, before: number, symbol: string): string {
  const whose = symbol === WITHOUT_SYMBOL ? '' : ` of ${symbol}`;
  if (time === before) return `must be there once: ${formatDateTime(time)}${whose} was in an earlier row`;
  return `must ascend: ${formatDateTime(time)}${whose} comes after ${formatDateTime(before)}`;
}
