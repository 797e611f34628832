import type { Application, Request, RequestHandler } from 'express';
import { type Problem, sendProblem } from './problem';

/** What of Express 5's router is needed to find which routes a path has. */
interface RouterLayer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * Refuses, before routing, what a fixed path does not offer: Express would go on to a route with a parameter and take the last word
 * of /backtesting/fee-presets for an id. Also answers OPTIONS, for which Express would add the methods of both.
 */
export function checkMethod(): RequestHandler {
  let fixedPaths: ReadonlyMap<string, readonly string[]> | undefined;
  return (request, response, next) => {
    // Not before the first request are all routes there.
    fixedPaths ??= methodsByFixedPath(request.app);
    const isOptions = request.method === 'OPTIONS';
    const offered = fixedPaths.get(normalisedPath(request.path));
    if (!isOptions && (offered === undefined || offered.includes(request.method))) {
      next();
      return;
    }
    const allowed = offered ?? allowedMethods(request.app, request.path);
    if (isOptions && allowed.length > 0) {
      response.status(204).set('allow', allowed.join(', ')).end();
    } else {
      sendProblem(request, response, unrouted(request, allowed));
    }
  };
}

/** Express matches without regard to case and to a slash at the end. */
export function normalisedPath(path: string): string {
  const lowerCase = path.toLowerCase();
  return lowerCase.length > 1 && lowerCase.endsWith('/') ? lowerCase.slice(0, -1) : lowerCase;
}

/** Why no route took a request: either its path is unknown, or only its method is. */
export function unrouted(
  { method, path }: { method: string; path: string },
  allowed: readonly string[],
): Problem {
  if (allowed.length === 0) return { status: 404, detail: `Nothing is served at ${path}` };
  const allow = allowed.join(', ');
  return { status: 405, detail: `${method} is not offered here; allowed: ${allow}`, headers: { allow } };
}

/** Without matching each path with each route, which would block the event loop in the first request of a process. */
function methodsByFixedPath(application: Application): Map<string, string[]> {
  const layers = new Map<string, Required<RouterLayer>[]>();
  for (const layer of routesOf(application).filter(isFixed)) {
    const path = normalisedPath(layer.route.path);
    layers.set(path, [...(layers.get(path) ?? []), layer]);
  }
  return new Map(Array.from(layers, ([path, ofPath]) => [path, methodsOf(ofPath)]));
}

/** The methods that are offered on a path, in alphabetical order; empty when the path is unknown. */
export function allowedMethods(application: Application, path: string): string[] {
  const matching = routesOf(application).filter((layer) => matches(layer, path));
  const fixed = matching.filter(isFixed);
  return methodsOf(fixed.length > 0 ? fixed : matching);
}

function methodsOf(layers: readonly Required<RouterLayer>[]): string[] {
  const methods = new Set<string>();
  for (const { route } of layers) {
    for (const method of Object.keys(route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  methods.delete('_ALL');
  return [...methods].sort();
}

/** The route that a request would have been served by that was refused before, and whether it offers the method; undefined where its path is unknown. */
export function routeOf({ app, method, path }: Request): { path: string; offersMethod: boolean } | undefined {
  const matching = routesOf(app).filter((layer) => matches(layer, path, { undecodable: true }));
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const offered = matching.filter(({ route }) => route.methods[name]);
  const candidates = offered.length > 0 ? offered : matching;
  const layer = candidates.find(isFixed) ?? candidates.at(0);
  return layer && { path: layer.route.path, offersMethod: offered.length > 0 };
}

function routesOf(application: Application): Required<RouterLayer>[] {
  const layers = application.router.stack as unknown as RouterLayer[];
  return layers.filter((layer): layer is Required<RouterLayer> => layer.route !== undefined);
}

function isFixed({ route }: Required<RouterLayer>): boolean {
  return !/[:*{]/.test(route.path);
}

/** A path whose parameters cannot be percent-decoded is served by no route. */
function matches(layer: RouterLayer, path: string, { undecodable = false } = {}): boolean {
  try {
    return layer.match(path);
  } catch {
    return undecodable;
  }
}
