import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseFolder } from '../asking/asking-commands.ts';
import type { LedgerOptions } from './ledger.ts';

const units: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
]);

/**
 * Returns the time that `--since` means, in milliseconds since 1970: a date such as `2026-11-01`, from its start
 * in local time; a date with a time; or a span before now: `30m`, `12h`, `7d`, `2w`. Undefined for anything else.
 */
export function parseSince(text: string, now: number): number | undefined {
  const span = /^(\d{1,6})([mhdw])$/.exec(text.trim());
  if (span !== null) return now - Number(span[1]) * (units.get(span[2] ?? '') ?? 0);
  const date = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}.*)?$/.exec(text.trim());
  if (date === null) return undefined;
  const time = Date.parse(`${date[1]}${(date[2] ?? 'T00:00').replace(' ', 'T')}`);
  return Number.isNaN(time) || !isInCalendar(date[1] ?? '') ? undefined : time;
}

/** False for a date such as `2026-02-30`. */
function isInCalendar(date: string): boolean {
  const time = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

function since(text: string): number {
  const time = parseSince(text, Date.now());
  if (time === undefined)
    throw new InvalidArgumentError(
      'A date such as 2026-11-01 or a span such as 30m, 12h, 7d or 2w is needed.',
    );
  return time;
}

/** Adds the command that prints the record of decisions; its code is loaded when it runs. */
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
