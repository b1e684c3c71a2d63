import { spawn } from 'node:child_process';
import dns from 'node:dns';
import { existsSync, realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { Confinement } from '../../src/main/commands/confinement.ts';
import { textForModel } from '../../src/main/commands/kept-lines.ts';
import { RunningCommand } from '../../src/main/commands/running-command.ts';
import { DataFolder } from '../../src/main/folder/data-folder.ts';
import { AttackedMachine } from './confinement/attacked-machine.ts';
import { type Attack, attacks } from './confinement/attacks.ts';
import { oneOf, seededRandom } from './random.ts';

/**
 * `npm run test:confinement`: attacks what a confined command is kept from for which nobody is asked, with the real sandbox of
 * this machine. Each attack runs without confinement first, to see that it works here, then in the bounds of a command that
 * nobody was asked about, where it must not. An attack that makes the folder one that can't be closed off has to be
 * seen before. Prints its figures as JSON; run it as root and as another user.
 */
const { values } = parseArgs({
  options: {
    /** How many attacks, chosen at random; all by default. */
    runs: { type: 'string' },
    seed: { type: 'string', default: `${Date.now()}` },
    only: { type: 'string' },
  },
});

const machine = new AttackedMachine();
await machine.serve();
const confinement = new Confinement({
  env: { ...process.env, PARLEY_CONFINEMENT: undefined },
  dataFolder: new DataFolder(machine.dataDir),
  report: (error) => process.stderr.write(`${String(error)}\n`),
});
const root = realpathSync(machine.root);
const lookups: string[] = [];
const lookup = dns.lookup;
Object.assign(dns, {
  lookup: (
    name: string,
    ...rest: Parameters<typeof lookup> extends [string, ...infer Rest] ? Rest : never
  ) => {
    if (isIP(name) === 0) lookups.push(name);
    return lookup(name, ...rest);
  },
});

function lineOf({ line }: Attack): string {
  return typeof line === 'string' ? line : line(machine);
}

/** Returns what a line prints without confinement. */
async function runFree(line: string): Promise<string> {
  const child = spawn('/bin/sh', ['-c', line], { cwd: root, env: machine.env(), timeout: 20_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  await new Promise((resolve) => child.once('exit', resolve));
  return output;
}

/** Returns what a line prints confined; null where the folder can't be closed off. */
async function runConfined(line: string): Promise<string | null> {
  const env = machine.env();
  if (!(await confinement.canConfineUnasked(root, env))) return null;
  const free = { file: '/bin/sh', args: ['-c', line], env };
  const { program, ended, findings } = await confinement.confine(free, root, {
    root,
    hosts: [],
    unasked: true,
  });
  const marker = 'trial';
  const now = Date.now;
  const command = await RunningCommand.start({
    program,
    cwd: root,
    marker,
    confined: true,
    seconds: 30,
    now,
  });
  const { ending, output } = await command.ended;
  ended(ending, output);
  await findings?.();
  return textForModel(output);
}

/** Waits a moment for what a line has left to do. */
async function comesAbout(happened: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    if (happened()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

type Verdict = 'held' | 'seen before' | 'not here' | 'broken';

async function play(attack: Attack): Promise<Verdict> {
  machine.restore();
  attack.before?.(machine);
  if (attack.onlyConfined !== true) {
    const output = await runFree(lineOf(attack));
    if (!(await comesAbout(() => attack.happened(machine, output)))) return 'not here';
    machine.restore();
    attack.before?.(machine);
  }
  const output = await runConfined(lineOf(attack));
  if (output === null) return attack.happened(machine, '') ? 'broken' : 'seen before';
  if (attack.happened(machine, output)) {
    process.stderr.write(`broken: ${attack.name}\n  ${lineOf(attack)}\n  ${output.slice(0, 500)}\n`);
    return 'broken';
  }
  return 'held';
}

/** Returns how a command of one chat is kept from the temporary files of another that runs. */
async function besideAnother(): Promise<Verdict> {
  machine.restore();
  const ready = join(root, 'ready');
  const other = runConfined(
    `echo ${machine.secret} > /tmp/mine; echo ${machine.secret} > "$TMPDIR/mine"; : > ready; while [ -e ready ]; do sleep 0.1; done`,
  );
  while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 50));
  const output = await runConfined(
    'cat /tmp/mine /tmp/parley-command-*/mine /proc/*/root/tmp/mine /proc/*/root/tmp/parley-command-*/mine; rm ready',
  );
  await other;
  return output?.includes(machine.secret) === false ? 'held' : 'broken';
}

const random = seededRandom(Number(values.seed));
const named = attacks.filter(({ name }) => values.only === undefined || name === values.only);
const [first, ...rest] = named;
const chosen =
  values.runs === undefined || first === undefined
    ? named
    : Array.from({ length: Number(values.runs) }, () => oneOf(random, [first, ...rest]));
const figures: Record<Verdict, string[]> = { held: [], 'seen before': [], 'not here': [], broken: [] };
const { confined } = await confinement.canConfine(root);
if (confined) {
  for (const attack of chosen) figures[await play(attack)].push(attack.name);
  figures[await besideAnother()].push('temporary files of another command');
}
machine.close();
await confinement.close();
const reportOf = { user: userInfo().username, confined, seed: values.seed };
const counts = {
  held: figures.held.length,
  seenBefore: figures['seen before'],
  notHere: figures['not here'],
};
process.stdout.write(
  `${JSON.stringify({ ...reportOf, ...counts, lookups, broken: figures.broken }, null, 2)}\n`,
);
process.exitCode = figures.broken.length + lookups.length === 0 ? 0 : 1;
