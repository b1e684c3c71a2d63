import { rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Command, CommanderError } from 'commander';
import fc from 'fast-check';
import { addAskingCommands } from '../../../src/cli/asking/asking-commands.ts';
import { runAskUserQuestion } from '../../../src/cli/run-ask-user-question.ts';
import { type CommandInput, commandInputs } from './command-inputs.ts';

/**
 * Runs the commands' own entries in one process, one input after the other, with no Parley to be found.
 * Tells its parent how often each exit code came; what is not caught ends it.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, file: { type: 'string' } },
});
const { file = '' } = values;
const inputs = fc.sample(commandInputs, { numRuns: Number(values.runs), seed: Number(values.seed) });
const plain = { ...process.env };
const codes: Record<string, number> = {};

for (const [index, input] of inputs.entries()) {
  process.send?.({ type: 'begun', index });
  const code = await runOne(input);
  codes[code] = (codes[code] ?? 0) + 1;
}
process.exitCode = 0;
rmSync(file, { force: true });
process.send?.({ type: 'done', codes });
process.disconnect();

async function runOne({ command, args, env, text }: CommandInput): Promise<number | string> {
  for (const name of Object.keys(process.env)) if (!(name in plain)) delete process.env[name];
  Object.assign(process.env, plain, env);
  process.exitCode = undefined;
  if (command === 'AskUserQuestion') await runAskUserQuestion(args);
  else {
    writeFileSync(file, text);
    const refused = await parse([command, file, ...args]);
    if (refused !== undefined) return refused;
  }
  return process.exitCode ?? 'none';
}

/** Runs a command of `parley`; the exit code where its words were refused. */
async function parse(words: string[]): Promise<number | undefined> {
  const parley = new Command('parley').enablePositionalOptions().exitOverride();
  addAskingCommands(parley);
  for (const command of parley.commands) command.exitOverride();
  try {
    await parley.parseAsync(words, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}
