import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { basename } from 'node:path';

// Runs on whatever Node.js is on the path: nothing here may be newer than Node 18.

const oldest = 24;

/** Returns what this runtime lacks, as a sentence; undefined if nothing. */
function missing(name: string): string | undefined {
  const version = process.versions.node;
  if (Number(version.split('.')[0]) < oldest)
    return `${name} needs Node.js ${oldest} or later; this is Node.js ${version}. Install a newer one from https://nodejs.org, then run this again: ${ran()}`;
  if (!module.isBuiltin('node:sqlite'))
    return `Parley stores its chats with node:sqlite, which this Node.js ${version} was built without. Install one from https://nodejs.org.`;
  return undefined;
}

/** Returns the command line of this process, so that it can be entered again. */
function ran(): string {
  const [, program = '', ...rest] = process.argv;
  const start = program.endsWith('.js') ? ['node', program] : [basename(program)];
  return [...start, ...rest]
    .map((word) => (/^[\w./:=@-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ');
}

/** Returns the Node.js that was installed with the packages, on the systems that have one. */
function installedNode(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return undefined;
  }
}

/** Runs this command on another Node.js and exits as that does. */
async function runOn(node: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}

/** Runs a command on a new enough Node.js: this one, else the installed one; else prints what is missing. */
export async function onOwnNode(name: string, run: () => Promise<void>): Promise<void> {
  const problem = missing(name);
  if (problem === undefined) return run();
  const node = installedNode();
  if (node !== undefined && node !== process.execPath) return runOn(node);
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
