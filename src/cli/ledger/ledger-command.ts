import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseFolder } from '../asking/asking-commands.ts';
import type { LedgerOptions } from './ledger.ts';
import { parseSince } from './since.ts';

function since(text: string): number {
  const time = parseSince(text, Date.now());
  if (time === undefined)
    throw new InvalidArgumentError(
      'A date such as 2026-11-01 or a span such as 30m, 12h, 7d or 2w is needed.',
    );
  return time;
}

/** Adds the command that prints the record of decisions; what reads it is loaded when it runs. */
export function addLedgerCommand(parley: Command): void {
  parley
    .command('ledger')
    .description('print the record of decisions')
    .helpOption('--help', 'print this help')
    .option('--since <when>', 'only from then on: a date, or a span such as 7d', since)
    .addOption(new Option('--format <format>', 'how').choices(['md', 'json']).default('md'))
    .option('--data-dir <folder>', 'where Parley keeps its data', parseFolder)
    .action(async (options: LedgerOptions) => {
      const { runLedger } = await import('./ledger.ts');
      await runLedger(options);
    });
}
