import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ColumnValues, SYMBOL_COLUMN } from '#engine/datasets/dataset-column';
import { intervalSeconds } from '#engine/market/interval';
import type { KnownRows } from '#engine/known-data/known-data';
import { columnsOf, DatasetReader, type StoredColumn } from './dataset-reader';
import { DatasetVersion } from './dataset-version.entity';

/** The rows of a symbol, or of all; of a dataset without symbols all rows are for every symbol. */
export interface RowsOfSymbol {
  readonly version: DatasetVersion;
  readonly symbol: string | null;
}

/** When they are, what all columns share. */
export interface RowTimes extends Pick<KnownRows, 'time' | 'knownAt'> {
  /** Of the rows of the version, in blocks; null where all are. */
  readonly chosen: readonly Int32Array[] | null;
}

/** Loads columns of a version into memory that worker threads can share. */
@Injectable()
export class DatasetColumnsLoader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: DatasetReader,
  ) {}

  findVersion(id: number): Promise<DatasetVersion | null> {
    return this.dataSource.manager.findOneBy(DatasetVersion, { id });
  }

  async loadTimes({ version, symbol }: RowsOfSymbol): Promise<RowTimes> {
    const { availableAt, interval } = version;
    const symbolCount = symbol === null ? null : version.symbolCount;
    const [time, ...others] = columnsOf(version);
    const known = others.find(({ name }) => name === availableAt);
    const wanted = [time, ...(known ? [known] : []), ...(symbolCount === null ? [] : [others[0]])];
    const times: Float64Array[] = [];
    const knownAts: Float64Array[] = [];
    const chosen: Int32Array[] = [];
    for await (const { columns } of this.reader.readAll(version, wanted)) {
      const symbols = symbolCount === null ? null : (columns[wanted.length - 1] as readonly string[]);
      const rows = symbols && rowsOf(symbols, symbol!);
      if (rows) chosen.push(rows);
      times.push(choose(columns[0] as Float64Array, rows));
      if (known) knownAts.push(choose(columns[1] as Float64Array, rows));
    }
    const shared = join(times);
    const knownAt = known ? join(knownAts) : later(shared, interval === null ? 0 : intervalSeconds(interval));
    return { time: shared, knownAt, chosen: symbolCount === null ? null : chosen };
  }

  /** Which rows of the version are those of each of its symbols, ascending. */
  async loadSymbols(version: DatasetVersion): Promise<ReadonlyMap<string, Int32Array>> {
    const column = columnsOf(version).find(({ name }) => name === SYMBOL_COLUMN)!;
    const rowsBySymbol = new Map<string, number[]>();
    for await (const { firstRow, columns } of this.reader.readAll(version, [column])) {
      for (const [row, symbol] of (columns[0] as readonly string[]).entries()) {
        const known = rowsBySymbol.get(symbol);
        if (known) known.push(firstRow + row);
        else rowsBySymbol.set(symbol, [firstRow + row]);
      }
    }
    return new Map([...rowsBySymbol].map(([symbol, rows]) => [symbol, Int32Array.from(rows)]));
  }

  /** A column of numbers or flags, at the rows of the times. */
  async loadValues(
    version: DatasetVersion,
    column: StoredColumn,
    { chosen }: Pick<RowTimes, 'chosen'>,
  ): Promise<Float64Array> {
    const parts: Float64Array[] = [];
    for await (const { rows, columns } of this.reader.readAll(version, [column])) {
      parts.push(choose(numbersOf(columns[0], rows), chosen && chosen[parts.length]));
    }
    return join(parts);
  }
}

function rowsOf(symbols: readonly string[], symbol: string): Int32Array {
  return Int32Array.from(symbols.flatMap((each, row) => (each === symbol ? [row] : [])));
}

/** Some rows of a column, in a SharedArrayBuffer. */
export function chooseRows(values: Float64Array, rows: Int32Array): Float64Array {
  return join([choose(values, rows)]);
}

function choose(values: Float64Array, rows: Int32Array | null): Float64Array {
  return rows === null ? values : Float64Array.from(rows, (row) => values[row]);
}

function numbersOf(values: ColumnValues, rows: number): Float64Array {
  if (values instanceof Float64Array) return values;
  if (values instanceof Uint8Array) return Float64Array.from(values, (flag) => (flag > 1 ? NaN : flag));
  return new Float64Array(rows).fill(NaN);
}

/** The same times so many seconds later, in a SharedArrayBuffer. */
function later(times: Float64Array, seconds: number): Float64Array {
  const shared = sharedColumn(times.length);
  for (let row = 0; row < times.length; row++) shared[row] = times[row] + seconds * 1000;
  return shared;
}

function sharedColumn(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/** In a SharedArrayBuffer. */
function join(parts: readonly Float64Array[]): Float64Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const joined = sharedColumn(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
