import { Command, InvalidArgumentError, Option } from 'commander';
import { linkedWorkspace } from '../shared/workspace/workspace-link.ts';
import { addAskingCommands, parseFolder } from './asking/asking-commands.ts';
import { addLedgerCommand } from './ledger/ledger-command.ts';
import { ownVersion } from './package-file.ts';
import { printToPerson } from './print.ts';
import { startCompanion } from './start/start-companion.ts';
import { addTokenCommand } from './token/token-command.ts';
import type { StartOptions } from './start/start-electron.ts';

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function parseLink(text: string): string {
  if (linkedWorkspace(text) === undefined)
    throw new InvalidArgumentError('A link looks like parley://workspace/ID.');
  return text;
}

/** The command `parley`. Invalid options end it with a sentence and exit code 1. */
export async function run(argv: readonly string[]): Promise<void> {
  const version = ownVersion();
  const parley = new Command('parley')
    .configureOutput({ writeErr: printToPerson })
    .enablePositionalOptions()
    .description('A desktop companion for agents that ask before they act.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .option('--browser', 'run in the browser instead of a desktop window')
    .option('--port <number>', 'port on 127.0.0.1; 0 is any free one', parsePort)
    .option('--no-open', 'do not open the browser')
    .option('--data-dir <folder>', 'where chats and settings are kept', parseFolder)
    .option('--workspace <folder>', 'a folder to open', parseFolder)
    // For `parley mcp --start`: of several concurrent calls that start Parley, one opens a window.
    .addOption(new Option('--if-not-running', 'leave a Parley that runs as it is').hideHelp())
    .argument('[link]', 'a link to a chat, parley://workspace/ID', parseLink)
    .action((link: string | undefined, options: Omit<StartOptions, 'version' | 'link'>) =>
      startCompanion({ ...options, version, ...(link === undefined ? {} : { link }) }),
    );
  addAskingCommands(parley);
  addLedgerCommand(parley);
  addTokenCommand(parley);
  await parley.parseAsync(argv);
}
