import { COLUMN_TYPES, LARGEST_VERSION, LONGEST_NAME_CHARACTERS } from '#engine/datasets/dataset-column';
import { type Interval, INTERVALS } from '#engine/market/interval';
import { PairPageQuery } from '../http/page.dto';
import { field } from '../http/validation/field';
import { IntegerQueryField, OneOfField, TextField } from '../http/validation/fields';

const NAME_PATTERN = '^[A-Za-z0-9_-]{1,64}$';
const NAME = new RegExp(NAME_PATTERN);
const MOST_TYPES_CHARACTERS = 8_192;

export class DatasetPath {
  @field(
    {
      rule: 'must be a text of 1 to 64 letters, digits, _ and -',
      read: (value) => (typeof value === 'string' && NAME.test(value) ? value : undefined),
      schema: { type: String, pattern: NAME_PATTERN },
    },
    { description: 'Name of the dataset', example: 'model' },
  )
  name: string;
}

const TYPES = {
  description: `Types of columns as name:type, separated by commas; type is ${COLUMN_TYPES.join(', ')}. The first value of any other column decides its type`,
  example: 'score:number,label:text',
  maximum: MOST_TYPES_CHARACTERS,
  optional: true,
};

export class StoreDatasetQuery {
  @TextField({
    description: 'The column with the time from which its row is known; either this or interval is required',
    maximum: LONGEST_NAME_CHARACTERS,
    optional: true,
  })
  available_at?: string;

  @OneOfField(INTERVALS, {
    description: 'time is the open of a bar of this length, and a row is known at its close',
    example: '1d',
    optional: true,
  })
  interval?: Interval;

  @TextField(TYPES)
  types?: string;
}

const VERSION = {
  description: 'Number of the version; the newest by default',
  minimum: 1,
  maximum: LARGEST_VERSION,
  optional: true,
};

export class DatasetVersionQuery {
  @IntegerQueryField(VERSION)
  version?: number;
}

export class DatasetRowsQuery extends PairPageQuery {
  @IntegerQueryField(VERSION)
  version?: number;
}
