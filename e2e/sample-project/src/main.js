import { readFileSync } from 'node:fs';
import { parse } from './parse.js';

for (const [key, value] of parse(readFileSync(process.argv[2], 'utf8'))) console.log(`${key}: ${value}`);
