import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Gauge } from 'prom-client';
import type { Environment } from '../config/environment';
import { ENVIRONMENT } from '../tokens';
import { declareGauge } from './declare-metric';

const BUILD_INFO = 'build_info';
/** Written by the build, beside the programs, where it knows the commit. */
const COMMIT_FILE = join('dist', '.build-commit');

export const BUILD_INFO_METRIC = declareGauge({
  name: BUILD_INFO,
  help: 'Always 1; what this process is',
  labels: {
    version: 'one per process: that of package.json',
    commit: 'one per process: BUILD_COMMIT, else what the build found in git, else `unknown`',
    node: 'one per process: the version of Node.js',
  },
});

/** Which version this process runs. */
@Injectable()
export class BuildInfo {
  constructor(@InjectMetric(BUILD_INFO) gauge: Gauge, @Inject(ENVIRONMENT) { buildCommit }: Environment) {
    const root = rootAbove(__dirname);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    gauge.set({ version, commit: buildCommit || builtCommit(root), node: process.versions.node }, 1);
  }
}

function builtCommit(root: string): string {
  const file = join(root, COMMIT_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown';
}

/** The folder of package.json, whether this runs as compiled or from its source. */
function rootAbove(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : rootAbove(dirname(directory));
}
