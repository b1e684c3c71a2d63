import { randomUUID } from 'node:crypto';
import type { CommandResult } from '../../shared/dialects/agent-shell/argument.ts';
import { createAskUserQuestionHandler, type Prompter } from '../../shared/dialects/agent-shell/handler.ts';
import type { AskEnding } from '../../shared/dialects/dialect.ts';
import type { Question } from '../../shared/questions/questions.ts';
import { askerOf } from './asker-name.ts';
import { dataDirOf } from '../data-dir.ts';
import { QuestionRefused } from './question-refused.ts';

/** `terminal` asks in this terminal only; `asker` is the name on the card. */
type AskingOptions = { terminal: boolean; asker: string | undefined };

export async function askThePerson(
  args: readonly string[],
  { terminal, asker }: AskingOptions,
): Promise<CommandResult> {
  const prompter = { ask: terminal ? askInTerminal : onCardFor(asker) };
  return createAskUserQuestionHandler(process.env).execute(args, prompter).catch(refusedResult);
}

async function askInTerminal(questions: readonly Question[]): Promise<AskEnding> {
  const { createTerminalPrompter } = await import('../terminal/terminal-prompter.ts');
  return createTerminalPrompter({ input: process.stdin, output: process.stderr }).ask(questions);
}

/** Connects only when there is something to ask. */
function onCardFor(asker: string | undefined): Prompter['ask'] {
  return async (questions) => {
    const [{ connectCompanion }, { askOnCard }] = await Promise.all([
      import('./companion-link.ts'),
      import('./ask-on-card.ts'),
    ]);
    const dataDir = dataDirOf(undefined);
    const link = await connectCompanion(dataDir);
    if (link === undefined && process.stdin.isTTY) return askInTerminal(questions);
    const asked = {
      asker: askerOf(asker, 'AskUserQuestion', process.env),
      tool: 'agent_shell' as const,
      folder: process.cwd(),
      questions: [...questions],
    };
    return askOnCard(asked, { dataDir, wait: false, key: randomUUID() }, link);
  };
}

function refusedResult(error: unknown): CommandResult {
  if (!(error instanceof QuestionRefused)) throw error;
  return { stdout: '', stderr: `Error: ${error.message}`, exitCode: 1 };
}
