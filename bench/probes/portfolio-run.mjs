// node bench/probes/portfolio-run.mjs <series> <bars> <warm-up bars> <method>: one portfolio in a process of its own, which prints the
// milliseconds of the run and the largest memory of the process in MiB, as JSON.
import { runPortfolio } from '../../dist/libs/engine/src/portfolio/run-portfolio.js';
import { seededPortfolio } from '../frame/seeded-portfolio.mjs';

const [series, bars, warmupBars] = process.argv.slice(2, 5).map(Number);
const weights = { method: process.argv[5], ...(warmupBars > 0 && { lookback: warmupBars }) };
const input = seededPortfolio({ series, bars, warmupBars }, { weights });
const startedAt = performance.now();
const { rebalancings } = runPortfolio(input);
const milliseconds = performance.now() - startedAt;
const mebibytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ milliseconds, mebibytes, rebalancings: rebalancings.length }));
