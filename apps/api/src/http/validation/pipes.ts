import {
  type ArgumentMetadata,
  Body,
  Injectable,
  Param,
  type PipeTransform,
  Query,
  type Type,
  ValidationPipe,
} from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import type { FieldProblem } from '#engine/market/validate-candle';
import { unprocessable } from '../api-error';
import { knownFields } from './known-fields';

/** A body whose fields the specification lists: a typo is refused, not dropped. */
export const StrictBody = () => Body(validation({ unknownFields: 'refuse' }));

/** A body whose fields the specification does not list: what is not known is ignored. */
export const OpenBody = () => Body(validation({ unknownFields: 'ignore' }));

export const CheckedQuery = () => Query(validation({ unknownFields: 'ignore' }));

/** The names in a path, such as a symbol; an id has a pipe of its own. */
export const CheckedPath = () => Param(validation({ unknownFields: 'ignore' }));

/** An id in a path. Any integer is one; those that no record can have turn into 0, which none has. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string, { data: field = 'id' }: ArgumentMetadata): number {
    if (!/^-?\d+$/.test(value))
      throw unprocessable([{ field, message: `must be an integer, not "${value}"` }]);
    const id = Number(value);
    return Number.isSafeInteger(id) && id > 0 ? id : 0;
  }
}

function validation({ unknownFields }: { unknownFields: 'refuse' | 'ignore' }): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: unknownFields === 'refuse',
    forbidUnknownValues: true,
    stopAtFirstError: true,
    // Without its class an error could not say which fields are known.
    validationError: { target: true },
    exceptionFactory: (errors) => {
      const problems = errors.flatMap((error) => toFieldProblems(error));
      const missing = errors.every(isMissing);
      return unprocessable(problems, missing ? 'MISSING_PARAMETER' : codeOf(problems));
    },
  });
}

/** Of a list it is the field within that is at fault. */
function isMissing({ value, children = [] }: ValidationError): boolean {
  return children.length > 0 ? children.every(isMissing) : value === undefined;
}

function codeOf(problems: readonly FieldProblem[]) {
  return problems.every(({ field }) => field === 'interval') ? 'INVALID_INTERVAL' : 'INVALID_PARAMETER';
}

function toFieldProblems(error: ValidationError, path = ''): FieldProblem[] {
  const field = path + error.property;
  if (error.children?.length) return error.children.flatMap((child) => toFieldProblems(child, `${field}.`));
  const constraints = error.constraints ?? {};
  if ('whitelistValidation' in constraints) {
    return [{ field, message: `is not a field of this body; known: ${fieldsOf(error.target).join(', ')}` }];
  }
  const rule = Object.values(constraints)[0] ?? 'is not valid';
  return [{ field, message: error.value === undefined ? `is required and ${rule}` : rule }];
}

function fieldsOf(target: object | undefined): string[] {
  return target ? knownFields(target.constructor as Type) : [];
}
