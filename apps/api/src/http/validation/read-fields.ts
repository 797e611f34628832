import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import type { FieldProblem } from '#engine/market/validate-candle';
import { BrokenWithin, declaredFields, INPUT } from './field';

export type ReadFields =
  { readonly value: object } | { readonly problems: readonly FieldProblem[]; readonly isMissing: boolean };

/**
 * Reads what came in into an instance of the class that declares it. Only own properties count, under any name: a field
 * called `constructor` or `__proto__` is one like others. Values of free form stay as they are, at every depth: class-transformer
 * would walk into them, drop such fields, and call what a field `constructor` holds. So it sees the declared names alone.
 */
export function readFields(
  request: Type,
  input: object,
  { unknownFields }: { unknownFields: 'refuse' | 'ignore' },
): ReadFields {
  const sound = readSound(request, input, unknownFields);
  if (sound) return { value: sound };
  const declared = declaredFields(request);
  const given = Object.entries(input).filter(([name, value]) => declared.has(name) && value !== undefined);
  const names = Object.fromEntries(given.map(([name]) => [name, true]));
  const value = plainToInstance(request, { ...names, [INPUT]: Object.fromEntries(given) }) as object;

  const faults = validateSync(value, { stopAtFirstError: true }).map((error) => faultOf(error, names));
  const unknown = unknownFields === 'refuse' ? namesOfUnknown(input, request) : [];
  if (faults.length === 0 && unknown.length === 0) return { value };
  const message = `is not a field of this body; known: ${[...declared.keys()].join(', ')}`;
  return {
    problems: [
      ...faults.flatMap(({ problems }) => problems),
      ...unknown.map((field) => ({ field, message })),
    ],
    isMissing: unknown.length === 0 && faults.every(({ isMissing }) => isMissing),
  };
}

/**
 * The instance, where nothing is wrong and no field is null; else undefined: what is to be said about it is for class-validator to
 * find. It takes a tenth of the time of class-transformer and class-validator, which is most of what a small request costs here.
 */
function readSound(request: Type, input: object, unknownFields: 'refuse' | 'ignore'): object | undefined {
  const declared = declaredFields(request);
  const value = new request() as Record<string, unknown>;
  for (const [name, given] of Object.entries(input)) {
    const rule = declared.get(name);
    if (rule === undefined) {
      if (unknownFields === 'refuse') return undefined;
      continue;
    }
    const read = given === undefined || given === null ? undefined : rule.read(given);
    if (read === undefined || read === null || read instanceof BrokenWithin) return undefined;
    value[name] = read;
  }
  for (const [name, { required }] of declared) {
    if (required && !Object.hasOwn(input, name)) return undefined;
  }
  return value;
}

/** Names of the fields of the input that its class does not declare. */
export function namesOfUnknown(input: object, request: Type): string[] {
  const declared = declaredFields(request);
  return Object.keys(input).filter((name) => !declared.has(name));
}

function faultOf({ property, value, constraints = {} }: ValidationError, given: object) {
  if (value instanceof BrokenWithin) {
    const problems = value.problems.map(({ field, message }) => ({ field: `${property}.${field}`, message }));
    return { problems, isMissing: value.isMissing };
  }
  const isMissing = !Object.hasOwn(given, property);
  const rule = Object.values(constraints)[0] ?? 'is not valid';
  return {
    problems: [{ field: property, message: isMissing ? `is required and ${rule}` : rule }],
    isMissing,
  };
}
