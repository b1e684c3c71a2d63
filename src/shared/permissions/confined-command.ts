import { needsThePerson } from './command-limits.ts';
import { allowedBy, commandPrefix, commandTable, effectsOf, readCommand } from './command-table.ts';
import type { PermissionRule } from './permission-rule.ts';

/** What no confinement makes harmless: it can't be taken back, or nothing is known of it. */
const asking: ReadonlySet<string> = new Set(['deletes', 'rewrites', 'sends', 'unknown']);

/**
 * True for a command that may run confined without a card, as far as its words tell. False for one that deletes,
 * rewrites or sends, that the table does not know, that starts git, or that no rule may allow.
 */
export function mayRunConfined(argv: readonly string[]): boolean {
  const reading = readCommand(argv);
  if (allowedBy(reading) === 'person' || needsThePerson(argv)) return false;
  if ([...effectsOf(reading)].some((effect) => asking.has(effect))) return false;
  if (isGit(argv[0])) return false;
  // What the table covers by a prefix runs none of its words.
  if (commandPrefix(argv) !== undefined) return true;
  const inner = argv.slice(1).flatMap((word) => word.split(/[\s;&|()<>"'`$=,]+/));
  return [argv.slice(1), inner].every((words) =>
    words.every((_, index) => !isAsking(words.slice(index).filter((word) => word !== ''))),
  );
}

/** True for words that another program would run as a command that asks. */
function isAsking(words: readonly string[]): boolean {
  const [program = ''] = words;
  const name = program.split('/').at(-1) ?? '';
  if (isGit(name)) return true;
  if (!commandTable.has(name)) return false;
  const known = [...effectsOf(readCommand([name, ...words.slice(1)]))].filter(
    (effect) => effect !== 'unknown',
  );
  return known.some((effect) => asking.has(effect));
}

function isGit(program: string | undefined): boolean {
  return /(?:^|\/)git$/i.test(program ?? '');
}

/** Returns the person's choice not to be asked about confined commands of a chat's folder, if they made it. */
export function confinedRule(
  rules: readonly PermissionRule[],
  { asker, folder }: { asker: string; folder: string },
): PermissionRule | undefined {
  return rules.find(
    (rule) =>
      rule.match.type === 'confined' &&
      rule.effect === 'allow' &&
      rule.folder === folder &&
      (rule.asker === null || rule.asker === asker),
  );
}
