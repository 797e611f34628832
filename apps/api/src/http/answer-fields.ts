import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';

interface AnswerField {
  readonly description: string;
  readonly example: unknown;
  readonly nullable?: boolean;
  /** False where the field is left out of some answers. */
  readonly required?: boolean;
}

/** A number and its unit, which its description ends with. */
export function NumberAnswer(unit: string, { description, ...field }: AnswerField): PropertyDecorator {
  return property({ type: Number }, { description: `${description} (${unit})`, ...field });
}

/** A share of a whole, never percent. */
export function FractionAnswer(field: AnswerField): PropertyDecorator {
  return NumberAnswer('fraction: 0.12 is 12 %', field);
}

/** A whole number of what `unit` names. */
export function CountAnswer(unit: string, { description, ...field }: AnswerField): PropertyDecorator {
  return property({ type: 'integer' }, { description: `${description} (${unit})`, ...field });
}

export function IdAnswer(description: string, example = 42): PropertyDecorator {
  return property({ type: 'integer' }, { description: `Identifier ${description}`, example });
}

/** An amount in the quote currency, as decimal text; may be negative. */
export function MoneyAnswer({ description, ...field }: AnswerField): PropertyDecorator {
  return DecimalAnswer('quote currency', { description, ...field });
}

/** Decimal text in the unit named. */
export function DecimalAnswer(unit: string, { description, ...field }: AnswerField): PropertyDecorator {
  return property({ type: String, format: 'decimal' }, { description: `${description} (${unit})`, ...field });
}

/** A UTC time, RFC 3339. */
export function TimeAnswer(field: AnswerField): PropertyDecorator {
  return property({ type: String, format: 'date-time' }, field);
}

/** A UTC day, YYYY-MM-DD. */
export function DateAnswer(field: AnswerField): PropertyDecorator {
  return property({ type: String, format: 'date' }, field);
}

export function TextAnswer(field: AnswerField): PropertyDecorator {
  return property({ type: String }, field);
}

export function FlagAnswer(field: AnswerField): PropertyDecorator {
  return property({ type: Boolean }, field);
}

export function WordAnswer(words: readonly string[], field: AnswerField): PropertyDecorator {
  return property({ type: String, enum: [...words, ...(field.nullable ? [null] : [])] }, field);
}

/** One of a list of words. */
export function WordsAnswer(words: readonly string[], field: AnswerField): PropertyDecorator {
  return property({ type: 'array', items: { type: 'string', enum: [...words] } }, field);
}

/** An object, or a list of objects, of the class, whose fields have the examples. */
export function ObjectAnswer(type: Type | [Type], field: Omit<AnswerField, 'example'>): PropertyDecorator {
  return property({ type }, field);
}

/** An object whose schema is declared by name. */
export function NamedAnswer(schema: { readonly $ref: string }, field: AnswerField): PropertyDecorator {
  return property({ type: 'object', allOf: [schema] } as ApiPropertyOptions, field);
}

/** An object with an entry for each name that there is. */
export function MapAnswer(
  entry:
    | Type
    | { readonly type: 'number' }
    | { readonly type: 'array'; readonly items: object }
    | { readonly oneOf: readonly object[] },
  field: AnswerField,
): PropertyDecorator {
  if (typeof entry !== 'function')
    return property({ type: 'object', additionalProperties: entry as object }, field);
  const describe = property({ type: 'object', additionalProperties: { $ref: getSchemaPath(entry) } }, field);
  return (target, name) => {
    ApiExtraModels(entry)(target.constructor);
    describe(target, name);
  };
}

/** A list of numbers, whose unit the description says. */
export function NumbersAnswer(field: AnswerField): PropertyDecorator {
  return property({ type: [Number] }, field);
}

/** A list of what has the schema, which is of more than one type. */
export function ListAnswer(
  items: { readonly oneOf: readonly object[] },
  field: AnswerField,
): PropertyDecorator {
  return property({ type: 'array', items: items as object }, field);
}

/** A list of texts. */
export function TextsAnswer(field: AnswerField): PropertyDecorator {
  return property({ type: [String] }, field);
}

function property(
  schema: ApiPropertyOptions,
  { nullable = false, ...field }: Omit<AnswerField, 'example'> & { readonly example?: unknown },
): PropertyDecorator {
  return ApiProperty({ ...schema, ...field, ...(nullable && { nullable }) } as ApiPropertyOptions);
}
