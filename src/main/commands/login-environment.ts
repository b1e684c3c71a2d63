import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { z } from 'zod';
import { machineClock, type StartTimer } from '../clock.ts';
import { type Environment, withMarker } from './command-environment.ts';
import { endAtExit } from './end-at-exit.ts';
import { endProcesses, markerVariable } from './processes.ts';

/** Resolves to the environment that a login shell makes of another one. Rejects where it can't be read. */
export type ReadLogin = (shell: string, env: Environment) => Promise<Environment>;

/** How long a login shell may read its files, in milliseconds. */
const patience = 10_000;

/** How much such a shell may print, in characters. */
const longestOutput = 10_000_000;

/**
 * Runs a login shell to get its environment. Rejects where it fails or takes too long, and then ends what it
 * started, as when Parley exits meanwhile. Otherwise what a profile started on purpose, such as a key agent, goes
 * on.
 */
export async function readLoginEnvironment(
  shell: string,
  env: Environment,
  after: StartTimer = machineClock.after,
): Promise<Environment> {
  if (process.platform === 'win32') return env;
  const mark = randomUUID();
  const script = `process.stdout.write('${mark}' + JSON.stringify(process.env) + '${mark}')`;
  const line = `'${process.execPath.replaceAll("'", String.raw`'\''`)}' -e "${script}"`;
  const output = await outputOf(shell, line, { ...env, ELECTRON_RUN_AS_NODE: '1' }, after);
  const [, text = ''] = output.split(mark);
  const {
    ELECTRON_RUN_AS_NODE: _,
    SHLVL: __,
    _: ___,
    PWD: ____,
    [markerVariable]: _____,
    ...read
  } = z.record(z.string(), z.string()).parse(JSON.parse(text));
  return read;
}

function outputOf(shell: string, line: string, env: Environment, after: StartTimer): Promise<string> {
  const marker = randomUUID();
  const child = spawn(shell, ['-lc', line], {
    env: withMarker(env, marker),
    // A service may have no home folder.
    cwd: existsSync(homedir()) ? homedir() : '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const processes = { group: child.pid ?? null, marker };
  const hasEnded = endAtExit(processes);
  return new Promise((resolve, reject) => {
    const giveUp = (problem: string) => {
      reject(new Error(`${shell} ${problem}`));
      void endProcesses(processes).finally(hasEnded);
    };
    const callOff = after(patience, () => giveUp('has not read its files after 10 seconds.'));
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.length > longestOutput) giveUp('prints without end.');
    });
    child.once('error', reject);
    child.once('close', (code) => {
      callOff();
      hasEnded();
      if (code === 0) resolve(text);
      else reject(new Error(`${shell} ended with ${code}.`));
    });
  });
}
