import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { getMetadataStorage, ValidateBy, ValidateIf } from 'class-validator';
import type { FieldProblem } from '#engine/market/validate-candle';

export interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  /** May be left out; null counts as left out. */
  readonly optional?: boolean;
  /** For an update: may be left out, and null clears it. */
  readonly clearable?: boolean;
  /** For an update: may be left out, but never null. */
  readonly keepable?: boolean;
  readonly default?: unknown;
}

interface DocumentedRule {
  /** What is allowed, to follow the field's name: "must be …". */
  readonly rule: string;
  /** Converts the value that came in to the one that is used; undefined, or what is wrong with it, when it breaks the rule. */
  readonly read: (value: unknown) => unknown;
  readonly schema: ApiPropertyOptions;
}

/** What `read` answers where the fault lies deeper than the field itself: each problem with its path below the field. */
export class BrokenWithin {
  constructor(
    readonly problems: readonly FieldProblem[],
    /** Whether all that is wrong is fields that are missing. */
    readonly isMissing: boolean,
  ) {}
}

/** How a field of a request class is read. */
export interface FieldRule extends Pick<DocumentedRule, 'read'> {
  readonly required: boolean;
}

/** The name by which class-validator knows the rule of a field. */
const RULED = 'field';

/** Marks where a value broke its rule. */
const UNREADABLE = Symbol('unreadable');

/** Where the object that is transformed keeps the input: each field reads its own value from there (readFields says why). */
export const INPUT = Symbol('input');

/** One declaration gives a field its rule, its conversion and its schema in the OpenAPI document. */
export function field({ rule, read, schema }: DocumentedRule, options: FieldOptions): PropertyDecorator {
  const { description, example, optional, clearable, keepable } = options;
  const required = !optional && !clearable && !keepable;
  return applyDecorators(
    ApiProperty({
      ...(optional || clearable ? orNull(schema) : schema),
      description,
      required,
      ...(example !== undefined && { example }),
      ...(options.default !== undefined && { default: options.default }),
    } as ApiPropertyOptions),
    Transform(({ obj, key }: TransformFnParams) => {
      const given = (obj as { [INPUT]: Record<string, unknown> })[INPUT][key];
      if (given === undefined) return given;
      if (given === null && (optional || clearable)) return optional ? options.default : null;
      return read(given) ?? UNREADABLE;
    }),
    ValidateBy({
      name: RULED,
      constraints: [{ read, required } satisfies FieldRule],
      validator: {
        validate: (value) =>
          value !== undefined && value !== null && value !== UNREADABLE && !(value instanceof BrokenWithin),
        defaultMessage: () => rule,
      },
    }),
    ...(required ? [] : [ValidateIf((_, value) => value !== undefined && value !== null)]),
  );
}

const declarations = new WeakMap<Type, ReadonlyMap<string, FieldRule>>();

/** The fields that a request class declares, those it inherits first. */
export function declaredFields(request: Type): ReadonlyMap<string, FieldRule> {
  const known = declarations.get(request);
  if (known) return known;
  const metadata = getMetadataStorage()
    .getTargetValidationMetadatas(request, '', false, false)
    .filter(({ name }) => name === RULED);
  const fields = lineageOf(request).flatMap((ancestor) =>
    metadata
      .filter(({ target }) => target === ancestor)
      .map(({ propertyName, constraints }) => [propertyName, constraints[0] as FieldRule] as const),
  );
  const declared = new Map(fields);
  declarations.set(request, declared);
  return declared;
}

function lineageOf(request: Type): Type[] {
  const parent = Object.getPrototypeOf(request) as Type;
  return parent === Function.prototype ? [request] : [...lineageOf(parent), request];
}

/** OpenAPI 3.0: a list of words must have the null that is allowed beside them. */
function orNull(schema: ApiPropertyOptions): ApiPropertyOptions {
  const { enum: words } = schema as { enum?: readonly unknown[] };
  return { ...schema, ...(words && { enum: [...words, null] }), nullable: true };
}
