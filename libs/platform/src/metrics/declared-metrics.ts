import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants';
import { declarationOf, type MetricDeclaration } from './declare-metric';

/** Every provider of a metric has a token with this prefix, whoever makes it. */
const METRIC_TOKEN = /^PROM_METRIC_/;

interface DynamicModule {
  readonly module: Type;
  readonly imports?: readonly unknown[];
  readonly providers?: readonly unknown[];
}

/** The metrics that the providers of a module and of all that it imports declare, by name. Throws for one that is made without a declaration. */
export function declaredMetrics(module: Type): MetricDeclaration[] {
  const found = new Map<string, MetricDeclaration>();
  for (const provider of providersBelow(module, new Set())) {
    const token = (provider as { provide?: unknown }).provide;
    if (typeof token !== 'string' || !METRIC_TOKEN.test(token)) continue;
    const declaration = declarationOf(token);
    if (!declaration) throw new Error(`${token} has no declaration: use those of declare-metric`);
    found.set(declaration.name, declaration);
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function providersBelow(module: unknown, seen: Set<unknown>): unknown[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const { module: type, imports = [], providers = [] } = isDynamic(module) ? module : { module };
  const listed = (key: string) => (Reflect.getMetadata(key, type as Type) ?? []) as unknown[];
  return [
    ...listed(MODULE_METADATA.PROVIDERS),
    ...providers,
    ...[...listed(MODULE_METADATA.IMPORTS), ...imports].flatMap((each) => providersBelow(each, seen)),
  ];
}

function isDynamic(module: unknown): module is DynamicModule {
  return typeof module === 'object' && module !== null && 'module' in module;
}
