import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { neutralNames } from '../../shared/askers/displayed-asker.ts';
import { notRunning } from '../../shared/dialects/agent-shell/help.ts';
import { planTitle } from '../../shared/previews/plan-text.ts';
import { askerOf } from './asker-name.ts';
import { callOnCard, type CardOptions } from './call-on-card.ts';
import { QuestionRefused } from './question-refused.ts';
import { connectCompanion } from './companion-link.ts';
import { dataDirOf } from '../data-dir.ts';
import { printResult, printToPerson } from '../print.ts';
import { readTextInput } from './text-input.ts';

export type ReviewOptions = {
  title?: string;
  workspace?: string;
  asker?: string;
  wait?: boolean;
  dataDir?: string;
};

type Ended = { stdout?: string; stderr?: string; exitCode: number };

/** `parley review`: shows a plan or any Markdown for approval, and prints the approved text. */
export async function runReview(file: string, options: ReviewOptions): Promise<void> {
  const { stdout, stderr, exitCode } = await review(file, options);
  if (stderr !== undefined && stderr !== '') printToPerson(stderr);
  if (stdout !== undefined) printResult(stdout.endsWith('\n') ? stdout : `${stdout}\n`);
  process.exitCode = exitCode;
}

async function review(file: string, options: ReviewOptions): Promise<Ended> {
  const input = await readTextInput(file);
  if ('problem' in input) return { stderr: `Error: ${input.problem}`, exitCode: 1 };
  const { text: plan } = input;
  if (plan.trim() === '') return { stderr: 'Error: There is nothing to review.', exitCode: 1 };
  const dataDir = dataDirOf(options.dataDir);
  const asked = {
    asker: askerOf(options.asker, neutralNames.command, process.env),
    folder: resolve(options.workspace ?? process.cwd()),
    title: planTitle({ title: options.title }, plan),
    plan,
  };
  try {
    return await ask(asked, { dataDir, wait: options.wait ?? false, key: randomUUID() });
  } catch (error) {
    if (error instanceof QuestionRefused) return { stderr: `Error: ${error.message}`, exitCode: 1 };
    throw error;
  }
}

async function ask(
  asked: { asker: ReturnType<typeof askerOf>; folder: string; title: string; plan: string },
  options: CardOptions,
): Promise<Ended> {
  const link = await connectCompanion(options.dataDir);
  const call = await callOnCard((client, key) => client.outside.review({ ...asked, key }), options, link);
  if (call.type !== 'answered') return { stderr: `Error: ${call.why ?? notRunning}`, exitCode: 3 };
  const { outcome } = call.answer;
  switch (outcome.type) {
    case 'approved':
      return { stdout: outcome.plan, stderr: outcome.note ?? '', exitCode: 0 };
    case 'discarded':
      return { stderr: outcome.reason ?? 'Discarded', exitCode: 2 };
  }
}
