import { parentPort, workerData } from 'node:worker_threads';
import { parseFeed } from './parse-feed';

parentPort!.postMessage(parseFeed(workerData as string));
