import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { memoryOf } from './process-memory.ts';

/** `ms` from the spawn to the end of the first answer over HTTP; the memory in megabytes right after it. */
export type FirstAnswer = { ms: number; memory: number };

/** Starts Node with these arguments, asks at the address it prints, and ends it. */
export async function untilAnswers(args: readonly string[], env: NodeJS.ProcessEnv): Promise<FirstAnswer> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const response = await fetch(await addressIn(child));
  await response.arrayBuffer();
  const ms = performance.now() - began;
  if (!response.ok || child.pid === undefined) throw new Error(`The host answered ${response.status}.`);
  const memory = await memoryOf(child.pid);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return { ms, memory };
}

async function addressIn({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The process has no output.');
  for await (const line of createInterface({ input: stdout })) {
    const [address] = /http:\S+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The process ended without an address.');
}
