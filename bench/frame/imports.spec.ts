import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const repository = join(__dirname, '..', '..');
const IMPORT = /(?:import|const) \{([^}]+)\} (?:from|= await import\() ?'(?:\.\.\/)+dist\/([^']+)\.js'/g;

/** What a file of the bench takes from the build, as [name, file of the sources]. */
function importsOf(file: string): [name: string, source: string][] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, names, module]) =>
    names
      .split(',')
      .map((name) => name.trim().split(/ as |:/)[0])
      .filter((name) => name !== '')
      .map((name): [string, string] => [name, `${module}.ts`]),
  );
}

function isExported(name: string, source: string): boolean {
  const declared = new RegExp(
    `^export (?:async |abstract |declare )*(?:function\\*?|class|const|enum) ${name}\\b|^export \\{[^}]*\\b${name}\\b`,
    'm',
  );
  return declared.test(readFileSync(join(repository, source), 'utf8'));
}

describe('the bench', () => {
  const files = readdirSync(join(repository, 'bench'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs') && !file.includes('.venv'))
    .map((file) => join(repository, 'bench', file));

  it('imports nothing that the sources do not export', () => {
    const imports = files.flatMap((file) => importsOf(file).map((found) => [file, ...found] as const));
    expect(imports.length).toBeGreaterThan(50);
    const missing = imports
      .filter(([, name, source]) => !isExported(name, source))
      .map(([file, name, source]) => `${relative(repository, file)}: ${name} of ${source}`);
    expect(missing).toEqual([]);
  });
});
