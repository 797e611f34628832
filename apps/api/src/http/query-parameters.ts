import { type CanActivate, type ExecutionContext, Injectable, SetMetadata, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request } from 'express';
import { unprocessable } from './api-error';
import { declaredFields } from './validation/field';

const ANY_QUERY = Symbol('any query');

/** For probes, which callers decorate with parameters of their own. */
export const AnyQuery = () => SetMetadata(ANY_QUERY, true);

/** Refuses query parameters that an operation does not declare: a filter with a typo must not answer everything. */
@Injectable()
export class QueryParametersGuard implements CanActivate {
  private readonly known = new WeakMap<object, readonly string[]>();

  canActivate(context: ExecutionContext): boolean {
    const given = Object.keys(context.switchToHttp().getRequest<Request>().query);
    if (given.length === 0 || Reflect.hasMetadata(ANY_QUERY, context.getClass())) return true;
    const known = this.parametersOf(context);
    const unknown = given.filter((name) => !known.includes(name));
    if (unknown.length === 0) return true;
    const names = known.length === 0 ? 'it has none' : `known: ${known.join(', ')}`;
    throw unprocessable(
      unknown.map((field) => ({ field, message: `is not a query parameter of this operation; ${names}` })),
    );
  }

  private parametersOf(context: ExecutionContext): readonly string[] {
    const handler = context.getHandler();
    const known = this.known.get(handler) ?? declaredParameters(context.getClass(), handler.name);
    this.known.set(handler, known);
    return known;
  }
}

/** The fields of every class that the method takes its query in. */
function declaredParameters(controller: Type, method: string): string[] {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { readonly index: number }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) ??
    []) as Type[];
  return Object.entries(parameters)
    .filter(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`))
    .flatMap(([, { index }]) => [...declaredFields(types[index]).keys()]);
}
