import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AskOptions } from './ask.ts';
import type { McpOptions } from '../mcp/mcp.ts';
import type { ReviewOptions } from './review.ts';

/** The dialects that are tools of their own, as `--dialect` names them. */
const dialects = ['ask_user_question', 'ask', 'ask_user'] as const;

export function parseFolder(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('A folder is needed.');
  return text;
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > 1_000_000)
    throw new InvalidArgumentError('A number of seconds is needed, more than 0.');
  return seconds;
}

/** Adds the commands for agents and scripts elsewhere; each loads its code when it runs. */
export function addAskingCommands(parley: Command): void {
  addCommand(parley, 'ask', 'ask the person with the input of a tool, as JSON')
    .addOption(new Option('--dialect <name>', 'the tool').choices(dialects).default('ask_user_question'))
    .option('--asker <name>', 'who asks, as the card says it')
    .option('--timeout <seconds>', 'give up after this time; the card stays', parseSeconds)
    .option('--wait', 'wait for Parley to start or come back')
    .option('--json', 'print the whole outcome as JSON')
    .argument('[file]', 'a file with the input; - or nothing for standard input')
    .action(async (file: string | undefined, options: AskOptions) => {
      const { runAsk } = await import('./ask.ts');
      await runAsk(file, options);
    });
  addCommand(parley, 'review', 'show a plan or any Markdown for approval')
    .option('--title <title>', 'its title; the first heading unless given')
    .option('--asker <name>', 'who asks, as the card says it')
    .option('--wait', 'wait for Parley to start or come back')
    .argument('<file>', 'a file with the text; - for standard input')
    .action(async (file: string, options: ReviewOptions) => {
      const { runReview } = await import('./review.ts');
      await runReview(file, options);
    });
  addCommand(parley, 'mcp', 'speak MCP over standard input and output')
    .option('--start', 'start Parley for a call that finds none')
    .option('--browser', 'with --start: in the browser instead of a desktop window')
    .action(async (options: McpOptions) => {
      const { runMcp } = await import('../mcp/mcp.ts');
      await runMcp(options);
    });
}

function addCommand(parley: Command, name: string, description: string): Command {
  return parley
    .command(name)
    .description(description)
    .helpOption('--help', 'print this help')
    .option('--data-dir <folder>', 'where the running Parley keeps its data', parseFolder)
    .option('--workspace <folder>', 'the folder the questions are about; this one unless given', parseFolder);
}
