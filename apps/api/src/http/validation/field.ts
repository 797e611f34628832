import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';

export interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  /** The field may be left out; so may its value, null, which means the same. */
  readonly optional?: boolean;
  /** In a PATCH: left out keeps, null clears. */
  readonly clearable?: boolean;
  /** In a PATCH: left out keeps, null is refused. */
  readonly keepable?: boolean;
  readonly default?: unknown;
}

interface FieldRule {
  /** What is allowed, to follow the field's name: "must be …". */
  readonly rule: string;
  /** Turns the value that came in into the one that is used; undefined when it breaks the rule. */
  readonly read: (value: unknown) => unknown;
  readonly schema: ApiPropertyOptions;
}

/** A value that broke its rule, kept so that the rule can be reported. */
class Unreadable {
  constructor(readonly value: unknown) {}
}

/** One declaration gives a field its rule, its conversion and its place in the OpenAPI document. */
export function field({ rule, read, schema }: FieldRule, options: FieldOptions): PropertyDecorator {
  const { description, example, optional, clearable, keepable } = options;
  const required = !optional && !clearable && !keepable;
  return applyDecorators(
    ApiProperty({
      ...schema,
      description,
      required,
      ...(example !== undefined && { example }),
      ...(clearable && { nullable: true }),
      ...(options.default !== undefined && { default: options.default }),
    } as ApiPropertyOptions),
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined) return value;
      if (value === null && !required) return optional ? options.default : value;
      const converted = read(value);
      return converted === undefined ? new Unreadable(value) : converted;
    }),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => value !== undefined && value !== null && !(value instanceof Unreadable),
        defaultMessage: () => rule,
      },
    }),
    ...(required
      ? []
      : [ValidateIf((_, value) => value !== undefined && (keepable === true || value !== null))]),
  );
}
