import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/**
 * Stands between Parley and an agent, and writes each message as it passes into a file of a folder:
 * `wire-recorder.ts <folder> <command> <arguments>`. Run as a program.
 */
const [folder = '.', command = '', ...args] = process.argv.slice(2);
const file = join(folder, `${Date.now()}-${process.pid}.jsonl`);
const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

function pass(from: 'client' | 'agent', input: Readable, output: Writable): void {
  const lines = createInterface({ input });
  lines.on('line', (line) => {
    if (line.startsWith('{')) appendFileSync(file, `{"from":"${from}","message":${line}}\n`);
    output.write(`${line}\n`);
  });
  lines.on('close', () => output.end());
}

pass('client', process.stdin, agent.stdin);
pass('agent', agent.stdout, process.stdout);
agent.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => agent.kill('SIGTERM'));
