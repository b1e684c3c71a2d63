import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endWithNpm } from './end-with-npm.ts';

/**
 * Runs a command, `npm test` unless one is given, beside busy processes of the same priority, which make a
 * machine as slow as an old one: `--busy` of them. Repeats it `--times` times, and stops at the first failure.
 */
const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '1' }, busy: { type: 'string', default: '4' } },
  allowPositionals: true,
});
const [times, busy] = [Number(values.times), Number(values.busy)];
const [file = 'npm', ...args] = positionals.length > 0 ? positionals : ['npm', 'test'];

const program = join(import.meta.dirname, 'busy-process.ts');
const beside = Array.from({ length: busy }, () =>
  spawn(process.execPath, [program, `${process.pid}`], { stdio: 'ignore' }),
);
process.once('exit', () => {
  for (const child of beside) child.kill('SIGKILL');
});

async function run(): Promise<number> {
  // npm passes no signal on to what its scripts started, so the whole process group gets it.
  const child = spawn(file, args, { stdio: 'inherit', detached: true });
  const pass = (signal: NodeJS.Signals) => void (child.pid && process.kill(-child.pid, signal));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  await once(child, 'close');
  for (const signal of signals) process.off(signal, pass);
  return child.exitCode ?? 1;
}

endWithNpm();
for (let count = 1; count <= times && !process.exitCode; count += 1) {
  const began = performance.now();
  process.exitCode = await run();
  const seconds = Math.round((performance.now() - began) / 1_000);
  const end = process.exitCode === 0 ? 'passed' : `failed with ${process.exitCode}`;
  process.stdout.write(
    `\nRun ${count} of ${times} beside ${busy} busy processes ${end} after ${seconds} s\n`,
  );
}
process.exit();
