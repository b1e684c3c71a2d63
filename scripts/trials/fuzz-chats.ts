import { parseArgs } from 'node:util';
import { fuzzChats } from './fuzz/fuzz-chats.ts';

/**
 * Holds chats with providers that misbehave in every way. Each turn has to end with a word, each request has to be one
 * that its provider takes, and each chat has to read the same after a restart and go on.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: `${Date.now()}` } },
});
const seed = Number(values.seed);
const began = performance.now();
const figures = await fuzzChats(Number(values.runs), seed);
const seconds = Math.round((performance.now() - began) / 1_000);
process.stdout.write(`${JSON.stringify({ seed, ...figures, seconds }, null, 2)}\n`);
process.exitCode = figures.failures.length === 0 ? 0 : 1;
