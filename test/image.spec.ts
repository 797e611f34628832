import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpinnedBases } from '../scripts/check/ops/base-images.mjs';

const read = (file: string) => readFileSync(join(__dirname, '..', file), 'utf8');

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const letIn = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));

  it('copies nothing from here that .dockerignore leaves out', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list]) =>
      list.split(' '),
    );
    expect(sources).toEqual(expect.arrayContaining(['package.json', 'openapi.json', 'scripts/', 'apps/']));
    const missing = sources.filter(
      (source) => !letIn.some((pattern) => `${pattern}/`.startsWith(source.replace(/\/?$/, '/'))),
    );
    expect(missing).toEqual([]);
  });

  it('builds with scripts that are let in, all of them', () => {
    expect(letIn).toContain('scripts/*.mjs');
    const needed = new Set(['build.mjs']);
    for (const script of needed) {
      const imports = read(join('scripts', script)).matchAll(/(?:from|import\() ?'(\.[^']*)'/g);
      for (const [, path] of imports) needed.add(path.replace(/^\.\//, ''));
    }
    expect([...needed].sort()).toContain('build-console.mjs');
    expect([...needed].filter((script) => script.includes('/'))).toEqual([]);
  });

  it('begins from images of a release', () => {
    expect(unpinnedBases(dockerfile)).toEqual([]);
    const argument = 'ARG BASE=node:latest\nFROM ${BASE} AS build\nFROM build AS more\nFROM scratch';
    expect(unpinnedBases(argument)).toEqual(['FROM ${BASE} AS build: node:latest is no release']);
    expect(unpinnedBases('ARG BASE\nFROM $BASE')).toEqual(['FROM $BASE: nothing is no release']);
    for (const image of ['node', 'node:24', 'node:24-slim', 'host:5000/node', 'node:lts@sha256:1']) {
      expect(unpinnedBases(`FROM --platform=linux/amd64 ${image}`)).toHaveLength(1);
    }
    for (const image of ['node:24.21.0-trixie-slim', `host:5000/a/node:v1.2.3@sha256:${'0'.repeat(64)}`]) {
      expect(unpinnedBases(`FROM ${image}`)).toEqual([]);
    }
  });

  it('runs as a user with a number that is not root, with a health check', () => {
    const runtime = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(runtime.match(/^USER (.*)$/m)?.[1]).toMatch(/^[1-9]\d*$/);
    expect(runtime).toMatch(/^HEALTHCHECK /m);
    // No file of the image is its user's.
    expect(runtime).not.toMatch(/--chown|chmod/);
  });
});
