import type { Application } from 'express';

/** What of Express 5's router is needed to ask which routes a path has. */
interface RouterLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods that are offered on a path, in alphabetical order; empty when the path is unknown. */
export function allowedMethods(application: Application, path: string): string[] {
  const layers = application.router.stack as unknown as RouterLayer[];
  const methods = new Set<string>();
  for (const layer of layers) {
    if (!layer.route || !matches(layer, path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  methods.delete('_ALL');
  return [...methods].sort();
}

function matches(layer: RouterLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    // A path that cannot be percent-decoded matches nothing.
    return false;
  }
}
