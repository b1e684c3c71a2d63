import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { OutsideAsk } from '../../shared/contract/outside-requests.ts';
import { notRunning } from '../../shared/dialects/agent-shell/help.ts';
import type { AskEnding } from '../../shared/dialects/dialect.ts';
import { createDialects, type DialectId } from '../../shared/dialects/registry.ts';
import { jsonIn, jsonProblem } from '../../shared/dialects/tool-input.ts';
import { neutralNames } from '../../shared/askers/displayed-asker.ts';
import type { Supplied } from '../../shared/questions/questions.ts';
import { askOnCard } from './ask-on-card.ts';
import { refusalIn } from './call-on-card.ts';
import { QuestionRefused } from './question-refused.ts';
import { askerOf } from './asker-name.ts';
import { connectCompanion } from './companion-link.ts';
import { dataDirOf } from '../data-dir.ts';
import { printJson, printResult, printToPerson } from '../print.ts';
import { readTextInput } from './text-input.ts';

export type AskOptions = {
  dialect: DialectId;
  workspace?: string;
  asker?: string;
  timeout?: number;
  wait?: boolean;
  json?: boolean;
  dataDir?: string;
};

type Ended = { stdout?: string; json?: string; stderr?: string; exitCode: number };

/** `parley ask`: asks with a tool's own input, and prints what its model would get. */
export async function runAsk(file: string | undefined, options: AskOptions): Promise<void> {
  const { stdout, json, stderr, exitCode } = await ask(file, options);
  if (stderr !== undefined) printToPerson(stderr);
  if (stdout !== undefined) printResult(`${stdout}\n`);
  if (json !== undefined) printJson(json);
  process.exitCode = exitCode;
}

async function ask(file: string | undefined, options: AskOptions): Promise<Ended> {
  const dialect = createDialects(process.env).get(options.dialect);
  if (dialect === undefined) return bad(`There is no dialect called ${options.dialect}.`);
  const input = await readInput(file);
  if ('problem' in input) return bad(input.problem);
  const parsed = dialect.parse(input.value);
  if (parsed.type === 'refused') return bad(parsed.error);
  if (parsed.type === 'done') return { stdout: parsed.result.text, exitCode: parsed.result.ok ? 0 : 1 };
  const { questions } = parsed;
  const asked = {
    asker: askerOf(options.asker, neutralNames.command, process.env),
    tool: options.dialect,
    folder: resolve(options.workspace ?? process.cwd()),
    questions,
  };
  try {
    if (parsed.type === 'supplied') await record(asked, parsed.outcome, options);
    const ending = parsed.type === 'supplied' ? parsed.outcome : await askWith(asked, options);
    return ended(dialect.format(questions, ending).text, ending, options.json === true);
  } catch (error) {
    if (error instanceof QuestionRefused) return bad(error.message);
    throw error;
  }
}

async function askWith(
  asked: OutsideAsk,
  { dataDir: given, wait = false, timeout }: AskOptions,
): Promise<AskEnding> {
  const dataDir = dataDirOf(given);
  const timeoutMs = timeout === undefined ? undefined : timeout * 1_000;
  const link = await connectCompanion(dataDir);
  return askOnCard(asked, { dataDir, wait, timeoutMs, key: randomUUID() }, link);
}

/** Tells a running companion of a call that brought its own answers; does nothing without one. */
async function record(asked: OutsideAsk, supplied: Supplied, { dataDir }: AskOptions): Promise<void> {
  const link = await connectCompanion(dataDirOf(dataDir));
  if (link === undefined) return;
  const { type: _, ...answers } = supplied;
  const request = link.client.outside.record({ ...asked, key: randomUUID(), ...answers });
  try {
    await Promise.race([request, link.closed]);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal !== undefined) throw new QuestionRefused(refusal);
  } finally {
    link.close();
  }
}

function ended(words: string, ending: AskEnding, json: boolean): Ended {
  if (ending.type === 'nobody')
    return {
      stderr: `Error: ${ending.why ?? notRunning}`,
      exitCode: 3,
    };
  const isAnswered = ending.type !== 'declined' && ending.type !== 'cancelled';
  const exitCode = isAnswered ? 0 : 2;
  return { ...(json ? { json: JSON.stringify(ending) } : { stdout: words }), exitCode };
}

function bad(problem: string): Ended {
  return { stderr: `Error: ${problem}`, exitCode: 1 };
}

async function readInput(file: string | undefined): Promise<{ value: unknown } | { problem: string }> {
  const input = await readTextInput(file);
  if ('problem' in input) return input;
  if (input.text.trim() === '') return { problem: `There is no input. ${wanted}` };
  return jsonIn(input.text) ?? { problem: `This is not JSON (${jsonProblem(input.text)}). ${wanted}` };
}

const wanted = 'Give the input of the tool as JSON and nothing else: {"questions": […]}.';
