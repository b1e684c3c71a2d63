import { randomUUID } from 'node:crypto';
import {
  type CommandResult,
  createAskUserQuestionHandler,
  type Prompter,
} from '../shared/dialects/agent-shell/handler.ts';
import { askOnCard } from './ask-on-card.ts';
import { QuestionRefused } from './call-on-card.ts';
import { askerOf } from './asker-name.ts';
import { connectCompanion } from './companion-link.ts';
import { dataDirOf } from './data-dir.ts';
import { createTerminalPrompter } from './terminal-prompter.ts';

type Words = { args: string[]; terminal: boolean; asker: string | undefined };

/** The command `AskUserQuestion`: on a card of the running Parley, else in this terminal. */
export async function runAskUserQuestion(argv: readonly string[]): Promise<void> {
  const { args, terminal, asker } = readWords(argv);
  const handler = createAskUserQuestionHandler(process.env);
  const prompter = terminal ? terminalPrompter() : await prompterFor(asker);
  const result = await handler.execute(args, prompter).catch(refusedResult);
  if (result.stderr !== '') process.stderr.write(`${result.stderr}\n`);
  if (result.stdout !== '') process.stdout.write(`${result.stdout}\n`);
  process.exitCode = result.exitCode;
}

/** Takes the command's own options out of its words. */
function readWords(argv: readonly string[]): Words {
  const words: Words = { args: [], terminal: false, asker: undefined };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--terminal') words.terminal = true;
    else if (word === '--asker') words.asker = argv[(at += 1)];
    else if (word.startsWith('--asker=')) words.asker = word.slice('--asker='.length);
    else words.args.push(word);
  }
  return words;
}

function terminalPrompter(): Prompter {
  return createTerminalPrompter({ input: process.stdin, output: process.stderr });
}

/** Connects only when there is something to ask. */
async function prompterFor(asker: string | undefined): Promise<Prompter> {
  const dataDir = dataDirOf(undefined);
  return {
    async ask(questions) {
      const link = await connectCompanion(dataDir);
      if (link === undefined && process.stdin.isTTY) return terminalPrompter().ask(questions);
      const asked = {
        asker: askerOf(asker, 'AskUserQuestion', process.env),
        tool: 'agent_shell' as const,
        folder: process.cwd(),
        questions: [...questions],
      };
      return askOnCard(asked, { dataDir, wait: false, key: randomUUID() }, link);
    },
  };
}

function refusedResult(error: unknown): CommandResult {
  if (!(error instanceof QuestionRefused)) throw error;
  return { stdout: '', stderr: `Error: ${error.message}`, exitCode: 1 };
}
