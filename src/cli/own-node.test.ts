import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const module = pathToFileURL(join(import.meta.dirname, 'own-node.ts')).href;

/** Runs a command on a Node.js that says it is an old one and has no newer one beside it. */
async function onOldNode(program: string, ...args: string[]) {
  const code = `
    Object.defineProperty(process.versions, 'node', { value: '20.19.0' });
    process.argv = [process.execPath, ...JSON.parse(process.env.WORDS)];
    Object.defineProperty(process, 'platform', { value: 'none' });
    const { onOwnNode } = await import(${JSON.stringify(module)});
    await onOwnNode('Parley', async () => console.log('ran'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, WORDS: JSON.stringify([program, ...args]) },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

test.each([
  [['/usr/local/bin/parley', 'ask', 'a file.json'], 'parley ask "a file.json"'],
  [['/home/you/parley/out/cli/parley.js', '--browser'], 'node /home/you/parley/out/cli/parley.js --browser'],
])('an old Node.js is told with the command that was run: %j', async ([program = '', ...args], command) => {
  expect(await onOldNode(program, ...args)).toEqual({
    stdout: '',
    stderr: `Parley needs Node.js 24 or later; this is Node.js 20.19.0. Install a newer one from https://nodejs.org, then run this again: ${command}\n`,
  });
});
