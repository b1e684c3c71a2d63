import { needsThePerson } from './command-limits.ts';
import { isCoveredByPrefix } from './command-table.ts';
import type { PermissionSubject } from './permission.ts';
import type { PermissionRule, RuleMatch } from './permission-rule.ts';
import { argvOf } from './argv.ts';

/**
 * The request that a rule may answer: what is asked for, by whom, and the chat's folder. `leadsOut` is true for a
 * command of which a word leads out of its folder over a link, or is a path where it looks like a remote's name: no
 * prefix covers it then.
 */
export type Asked = { subject: PermissionSubject; asker: string; folder: string; leadsOut?: boolean };

/**
 * The answer of a rule; `argv` are the words that an allowed command runs as, without a shell, `hosts` those that it
 * may reach, confined, and `unconfined` is there where it may run without confinement.
 */
export type RuleAnswer = { rule: PermissionRule; argv?: string[]; hosts?: string[]; unconfined?: true };

/**
 * Returns the answer that the person's rules have for a request; undefined where the person is to be asked. A rule
 * that denies wins over any that allows, and some things no rule allows.
 */
export function decideByRules(rules: readonly PermissionRule[], asked: Asked): RuleAnswer | undefined {
  const { subject } = asked;
  const words = subject.type === 'command' ? argvOf(subject.line) : undefined;
  const fitting = rules.filter((rule) => isAbout(rule, asked) && matches(rule, asked, words));
  const denying = fitting.find(({ effect }) => effect === 'deny');
  if (denying !== undefined) return { rule: denying };
  const [allowing] = fitting;
  if (allowing === undefined || !mayBeAllowedByRule(subject, words)) return undefined;
  return words === undefined ? { rule: allowing } : { ...widest(fitting, allowing, subject), argv: words };
}

/** Returns what rules allow together of a command that would be confined: to run without, else hosts. */
function widest(
  fitting: readonly PermissionRule[],
  first: PermissionRule,
  subject: PermissionSubject,
): Omit<RuleAnswer, 'argv'> {
  if (subject.type !== 'command' || !subject.confined) return { rule: first };
  const unconfined = fitting.find(({ match }) => match.type === 'command' && !match.confined);
  if (unconfined !== undefined) return { rule: unconfined, unconfined: true };
  const hostsOf = ({ match }: PermissionRule) => (match.type === 'command' ? (match.hosts ?? []) : []);
  const [rule = first] = fitting.toSorted((a, b) => hostsOf(b).length - hostsOf(a).length);
  const hosts = [...new Set(fitting.flatMap(hostsOf))];
  return { rule, ...(hosts.length > 0 && { hosts }) };
}

/** The folder that a rule about a subject holds in: the one that a command runs in, else the chat's. */
export function folderOfRule(subject: PermissionSubject, folder: string): string {
  return subject.type === 'command' ? subject.folder : folder;
}

/** False where only the person may allow, each time anew. `words` are the argv of a command. */
export function mayBeAllowedByRule(
  subject: PermissionSubject,
  words: readonly string[] | undefined,
): boolean {
  switch (subject.type) {
    case 'command':
      return words !== undefined && !needsThePerson(words);
    case 'edit':
      return subject.files.every(({ path, marks }) => marks === undefined && isPlainPath(path));
    case 'mcp':
      return true;
    case 'fetch':
    case 'read':
    case 'other':
    case 'missing':
      return false;
  }
}

function isAbout({ effect, asker, folder, match }: PermissionRule, asked: Asked): boolean {
  // Folders name their servers themselves: the same name elsewhere is another server.
  if (match.type === 'mcp' && folder === null && effect === 'allow') return false;
  return (
    (asker === null || asker === asked.asker) &&
    (folder === null || folder === folderOfRule(asked.subject, asked.folder))
  );
}

function matches(
  { match, effect }: PermissionRule,
  { subject, leadsOut = false }: Asked,
  words: readonly string[] | undefined,
): boolean {
  switch (match.type) {
    case 'command':
      if (subject.type !== 'command' || words === undefined) return false;
      // A rule made for runs that can't leave the folder says nothing of one that can.
      if (effect === 'allow' && match.confined && !subject.confined) return false;
      if (effect === 'allow' && match.open) return !leadsOut && isCoveredByPrefix(words, match.words);
      return beginsWith(words, match);
    case 'mcp':
      if (subject.type !== 'mcp' || subject.server !== match.server || subject.tool !== match.tool)
        return false;
      // What denies goes by the names alone.
      return effect === 'deny' || match.definition === subject.definition;
    case 'edits': {
      if (subject.type !== 'edit') return false;
      const isBelow = ({ path }: { path: string }) => isUnder(path, match.below);
      return effect === 'allow' ? subject.files.every(isBelow) : subject.files.some(isBelow);
    }
  }
}

function beginsWith(
  words: readonly string[],
  { words: known, open }: Extract<RuleMatch, { type: 'command' }>,
): boolean {
  const fits = open ? words.length >= known.length : words.length === known.length;
  return fits && known.every((word, index) => words[index] === word);
}

/** Both in composed letters, for a name may be written in either form. */
function isUnder(path: string, below: string): boolean {
  return below === '' || `${path}/`.normalize('NFC').startsWith(`${below}/`.normalize('NFC'));
}

/** A path that stays in its folder by its letters alone. */
function isPlainPath(path: string): boolean {
  return (
    path !== '' &&
    !/^[/\\]|^[A-Za-z]:|\\/.test(path) &&
    path.split('/').every((part) => !/^\.{0,2}$/.test(part))
  );
}
