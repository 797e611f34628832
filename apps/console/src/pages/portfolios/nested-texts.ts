import { numberOr } from '../submit/json-text';

/** Fields by their paths, as text: `weights.lookback`. */
export type Texts = Readonly<Record<string, string>>;

type Tree = Record<string, unknown>;

/** The fields at and below these names that are filled in, as a request has them: numbers where they are some. */
export function nest(texts: Texts, names: readonly string[]): Tree {
  const tree: Tree = {};
  for (const [path, text] of Object.entries(texts)) {
    const [first = ''] = path.split('.');
    if (text.trim() !== '' && names.includes(first)) setAt(tree, path.split('.'), numberOr(text));
  }
  return tree;
}

function setAt(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[name] = value;
  else setAt((tree[name] ??= {}) as Tree, rest, value);
}

/** The texts of fields, by their paths. */
export function textsOf(fields: Tree, path = ''): Texts {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'object' && !Array.isArray(value))
      return Object.entries(textsOf(value as Tree, `${path}${name}.`));
    return [[path + name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  return Object.fromEntries(entries);
}
