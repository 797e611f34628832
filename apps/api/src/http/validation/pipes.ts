import {
  type ArgumentMetadata,
  Body,
  Injectable,
  Param,
  type PipeTransform,
  Query,
  type Type,
} from '@nestjs/common';
import { LARGEST_ID } from '#domain/records/records';
import type { FieldProblem } from '#engine/market/validate-candle';
import { unprocessable } from '../api-error';
import { readFields } from './read-fields';

/** A body whose fields the specification lists: a typo is refused, not dropped. */
export const StrictBody = (): ParameterDecorator => (controller, method, index) => {
  const types = Reflect.getMetadata('design:paramtypes', controller, method!) as readonly Type[];
  strictBodies.add(types[index]);
  Body(new FieldsPipe('refuse'))(controller, method, index);
};

const strictBodies = new Set<Type>();

/** The classes of the bodies whose unknown fields are refused, once the controllers are loaded. */
export function strictBodyNames(): string[] {
  return [...strictBodies].map(({ name }) => name);
}

/** A body whose fields the specification does not list: what is not known is ignored. */
export const OpenBody = () => Body(new FieldsPipe('ignore'));

/** What an operation does not declare is refused before (QueryParametersGuard). */
export const CheckedQuery = () => Query(new FieldsPipe('ignore'));

/** The names in a path, such as a symbol; an id has a pipe of its own. */
export const CheckedPath = () => Param(new FieldsPipe('ignore'));

/** An id in a path. Any integer is one; those that no record can have turn into 0, which none has. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  protected readonly largest: number = LARGEST_ID;

  transform(value: string, { data: field = 'id' }: ArgumentMetadata): number {
    if (!/^-?\d+$/.test(value))
      throw unprocessable([{ field, message: `must be an integer, not "${value}"` }]);
    const id = Number(value);
    return id > 0 && id <= this.largest ? id : 0;
  }
}

/** The same of what is numbered beyond 32 bits, such as candles. */
@Injectable()
export class LongIdPipe extends IdPipe {
  protected override readonly largest = Number.MAX_SAFE_INTEGER;
}

/** Reads the fields of the parameter's class. */
class FieldsPipe implements PipeTransform<object, object> {
  constructor(private readonly unknownFields: 'refuse' | 'ignore') {}

  transform(input: object, { metatype }: ArgumentMetadata): object {
    if (metatype === undefined) throw new Error('a checked parameter needs a class that declares its fields');
    const read = readFields(metatype, input, { unknownFields: this.unknownFields });
    if ('value' in read) return read.value;
    throw unprocessable(read.problems, read.isMissing ? 'MISSING_PARAMETER' : codeOf(read.problems));
  }
}

function codeOf(problems: readonly FieldProblem[]) {
  return problems.every(({ field }) => field === 'interval') ? 'INVALID_INTERVAL' : 'INVALID_PARAMETER';
}
