#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** What is missing to run at all, or `undefined`. Nothing newer than Node 18 may be imported before this. */
function missing(): string | undefined {
  const version = process.versions.node;
  if (Number(version.split('.')[0]) < 24)
    return `Parley needs Node.js 24 or later; this is Node.js ${version}. Start it with "npm start", or install a newer Node.js from https://nodejs.org.`;
  if (!module.isBuiltin('node:sqlite'))
    return `Parley stores its chats with node:sqlite, which this Node.js ${version} was built without. Install one from https://nodejs.org.`;
  return undefined;
}

const problem = missing();
if (problem === undefined) {
  module.enableCompileCache?.(fileURLToPath(new URL('../.compile-cache', import.meta.url)));
  const { run } = await import('./run.ts');
  await run(process.argv);
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
