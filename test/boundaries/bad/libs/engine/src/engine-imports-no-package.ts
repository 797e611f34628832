export { Injectable } from '@nestjs/common';
export { readFileSync } from 'node:fs';
export { Worker } from 'node:worker_threads';
export { performance } from 'perf_hooks';
export type { Pool } from 'pg';
