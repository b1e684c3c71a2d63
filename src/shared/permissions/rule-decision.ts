import { argvOf } from './argv.ts';
import { needsThePerson } from './command-limits.ts';
import { coveredPrefixes, isCoveredByPrefix, prefixCoverage } from './command-table.ts';
import type { PermissionRule, RuleDraft, RuleMatch } from './permission-rule.ts';
import type { PermissionChoice, PermissionSubject } from './permission.ts';

/**
 * A request that a rule may answer: what is asked for, by whom, and the chat's folder. `leadsOut` is true if
 * a word of the command leads out of its folder over a link, or names a path where a remote's name is
 * expected; no prefix covers it then. `rulesOf` is another folder whose rules for this asker alone answer too, and
 * that new ones are made for.
 */
export type Asked = {
  subject: PermissionSubject;
  asker: string;
  folder: string;
  leadsOut?: boolean;
  rulesOf?: string | undefined;
};

/**
 * The answer of a rule. An allowed command runs as `argv`, without a shell; confined, it may reach `hosts`,
 * and `unconfined` lets it run without confinement.
 */
export type RuleAnswer = { rule: PermissionRule; argv?: string[]; hosts?: string[]; unconfined?: true };

/**
 * Returns the answer that the person's rules give; undefined if the person has to be asked. A rule that
 * denies wins over all that allow, and some things no rule can allow.
 */
export function decideByRules(rules: readonly PermissionRule[], asked: Asked): RuleAnswer | undefined {
  const { subject } = asked;
  const fitting = answeringRules(rules, asked);
  const [first] = fitting;
  if (first === undefined || first.effect === 'deny') return first && { rule: first };
  const words = subject.type === 'command' ? argvOf(subject.line) : undefined;
  return words === undefined ? { rule: first } : { ...widest(fitting, first, subject), argv: words };
}

/** Returns the rules each of which would answer alone: one that denies, or all that allow. */
export function answeringRules(rules: readonly PermissionRule[], asked: Asked): PermissionRule[] {
  const { subject } = asked;
  const words = subject.type === 'command' ? argvOf(subject.line) : undefined;
  const fitting = rules.filter((rule) => isAbout(rule, asked) && matches(rule, asked, words));
  const denying = fitting.find(({ effect }) => effect === 'deny');
  if (denying !== undefined) return [denying];
  return fitting.length > 0 && mayBeAllowedByRule(subject, words) ? fitting : [];
}

/** Returns the most that these rules allow a confined command: no confinement, else all their hosts. */
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

/** A command's rule holds in the folder that it runs in, any other in the chat's. */
function folderOfRule(subject: PermissionSubject, folder: string): string {
  return subject.type === 'command' ? subject.folder : folder;
}

/** False if the person has to allow it each time. */
function mayBeAllowedByRule(subject: PermissionSubject, words: readonly string[] | undefined): boolean {
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
  if (folder !== null && folder === asked.rulesOf && asker === asked.asker) return true;
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
    case 'confined':
      // Asked for by `confinedRule`, once no other rule answers.
      return false;
  }
}

function beginsWith(
  words: readonly string[],
  { words: known, open }: Extract<RuleMatch, { type: 'command' }>,
): boolean {
  const fits = open ? words.length >= known.length : words.length === known.length;
  return fits && known.every((word, index) => words[index] === word);
}

/** Compares in Unicode's composed form, since a name may be written in either. */
function isUnder(path: string, below: string): boolean {
  return below === '' || `${path}/`.normalize('NFC').startsWith(`${below}/`.normalize('NFC'));
}

/** True for a path without anything that could lead out of its folder. */
function isPlainPath(path: string): boolean {
  return (
    path !== '' &&
    !/^[/\\]|^[A-Za-z]:|\\/.test(path) &&
    path.split('/').every((part) => !/^\.{0,2}$/.test(part))
  );
}

const justOnce: PermissionChoice = { id: 'once', meaning: 'once' };
const withoutConfinement: PermissionChoice = { ...justOnce, words: 'Run without confinement' };
const no: PermissionChoice = { id: 'no', meaning: 'no' };
const noAndStop: PermissionChoice = { id: 'no-and-stop', meaning: 'no-and-stop' };

/**
 * Returns Parley's own choices for a subject, the narrowest first: once, by a rule for this asker, no, never,
 * and no with the end of the turn. A command has a rule for its exact line and for each of its `coveredPrefixes`. If the asker did not say for what, there is only no.
 */
export function permissionChoices(asked: Asked): PermissionChoice[] {
  const { subject, asker, folder: chatFolder } = asked;
  if (subject.type === 'missing') return [no];
  const words = subject.type === 'command' ? argvOf(subject.line) : undefined;
  const matches = matchesFor(asked, words);
  const exact = matches.find((match) => match.type !== 'command' || match.hosts === undefined);
  const folder = asked.rulesOf ?? folderOfRule(subject, chatFolder);
  const draft = (effect: RuleDraft['effect'], match: RuleMatch, where: string | null): RuleDraft => ({
    effect,
    asker,
    folder: where,
    match,
  });
  const always = mayBeAllowedByRule(subject, words)
    ? [
        ...matches.map((match, index) => ({
          id: `always-${index}`,
          meaning: 'always' as const,
          rule: draft('allow', match, folder),
          ...coverageOf(match),
        })),
        ...(exact === undefined || exact.type === 'mcp'
          ? []
          : [{ id: 'always-anywhere', meaning: 'always' as const, rule: draft('allow', exact, null) }]),
      ]
    : [];
  const once: PermissionChoice = isRefused(subject) ? withoutConfinement : justOnce;
  const never =
    exact === undefined ? [] : [{ id: 'never', meaning: 'no' as const, rule: draft('deny', exact, folder) }];
  return [once, ...always, no, ...never, noAndStop];
}

function coverageOf(match: RuleMatch): Pick<PermissionChoice, 'coverage'> {
  const coverage = match.type === 'command' && match.open ? prefixCoverage(match.words) : undefined;
  return coverage === undefined ? {} : { coverage };
}

/** Returns what a rule about a subject could match, the narrowest first. */
function matchesFor({ subject, leadsOut = false }: Asked, words: readonly string[] | undefined): RuleMatch[] {
  switch (subject.type) {
    case 'command': {
      if (words === undefined) return [];
      const { confined, refused, hosts: reached = [] } = subject;
      const exact = { type: 'command' as const, words: [...words], open: false, confined };
      // Hosts that were refused are less than all that comes without confinement.
      const hosts = [...new Set([...reached, ...(refused?.hosts ?? [])])].filter(isHostElsewhere);
      const reaching = confined || hosts.length === 0 ? [] : [{ ...exact, confined: true, hosts }];
      const open = leadsOut
        ? []
        : coveredPrefixes(words).map((prefix) => ({ ...exact, words: prefix, open: true }));
      return [...reaching, exact, ...open];
    }
    case 'edit': {
      const below = commonFolder(subject.files.map(({ path }) => path));
      return below === ''
        ? [{ type: 'edits', below }]
        : [
            { type: 'edits', below },
            { type: 'edits', below: '' },
          ];
    }
    case 'mcp':
      return [
        {
          type: 'mcp',
          server: subject.server,
          tool: subject.tool,
          ...(subject.definition !== undefined && { definition: subject.definition }),
        },
      ];
    case 'fetch':
    case 'read':
    case 'other':
    case 'missing':
      return [];
  }
}

/** False for addresses, and for names of this machine. */
function isHostElsewhere(host: string): boolean {
  return (
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/i.test(host) && !/\.(?:localhost|local)$/i.test(host)
  );
}

function isRefused(subject: PermissionSubject): boolean {
  return subject.type === 'command' && subject.refused !== undefined;
}

/** Returns the innermost folder that all files lie in, relative to the chat's; empty for the chat's own. */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  const differs = first.findIndex((part, index) => rest.some((parts) => parts[index] !== part));
  return first.slice(0, differs < 0 ? first.length : differs).join('/');
}

/**
 * Makes an asker's own choices safe: unique ids, always a `no`, and nothing but refusals if the asker did not
 * say for what.
 */
export function withRefusal(
  subject: PermissionSubject,
  choices: readonly PermissionChoice[],
): PermissionChoice[] {
  const distinct = choices.filter(({ id }, index) => choices.findIndex((other) => other.id === id) === index);
  const refusals = distinct.filter(({ meaning }) => meaning === 'no' || meaning === 'no-and-stop');
  const kept = subject.type === 'missing' ? refusals : distinct;
  return refusals.some(({ meaning }) => meaning === 'no') ? kept : [...kept, ownNo(kept)];
}

/** Returns a `no` of Parley's own, by an id that none of the asker's choices has. */
function ownNo(choices: readonly PermissionChoice[]): PermissionChoice {
  const taken = new Set(choices.map(({ id }) => id));
  let { id } = no;
  for (let number = 2; taken.has(id); number += 1) id = `${no.id}-${number}`;
  return { ...no, id };
}
