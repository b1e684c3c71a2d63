import { commandPrefix, prefixCoverage } from './command-table.ts';
import type { PermissionChoice, PermissionSettlement, PermissionSubject } from './permission.ts';
import type { RuleDraft, RuleMatch } from './permission-rule.ts';
import { argvOf } from './argv.ts';
import { type Asked, folderOfRule, mayBeAllowedByRule } from './rule-decision.ts';

const justOnce: PermissionChoice = { id: 'once', meaning: 'once' };
const withoutConfinement: PermissionChoice = { ...justOnce, words: 'Run without confinement' };
const no: PermissionChoice = { id: 'no', meaning: 'no' };
const noAndStop: PermissionChoice = { id: 'no-and-stop', meaning: 'no-and-stop' };

/**
 * Returns Parley's own choices for a subject, the narrowest first: once, then standing answers taken from what is
 * asked, which hold for this asker, then no, never, and no with the end of the turn. Where the asker did not say for what, there is only no.
 */
export function permissionChoices(asked: Asked): PermissionChoice[] {
  const { subject, asker, folder: chatFolder } = asked;
  if (subject.type === 'missing') return [no];
  const words = subject.type === 'command' ? argvOf(subject.line) : undefined;
  const matches = matchesFor(asked, words);
  const exact = matches.find((match) => match.type !== 'command' || match.hosts === undefined);
  const folder = folderOfRule(subject, chatFolder);
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

/** Returns what rules about a subject can be about, the narrowest first. */
function matchesFor({ subject, leadsOut = false }: Asked, words: readonly string[] | undefined): RuleMatch[] {
  switch (subject.type) {
    case 'command': {
      if (words === undefined) return [];
      const { confined, refused, hosts: reached = [] } = subject;
      const exact = { type: 'command' as const, words: [...words], open: false, confined };
      // Hosts that were refused are less than all that comes without confinement.
      const hosts = [...new Set([...reached, ...(refused?.hosts ?? [])])].filter(isHostElsewhere);
      const reaching = confined || hosts.length === 0 ? [] : [{ ...exact, confined: true, hosts }];
      const prefix = leadsOut ? undefined : commandPrefix(words);
      return prefix === undefined
        ? [...reaching, exact]
        : [...reaching, exact, { ...exact, words: [...prefix], open: true }];
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

/** True where what was allowed stays so: by a rule of Parley, or since its asker keeps the answer. */
export function isForGood({ rule, choice }: Pick<PermissionSettlement, 'rule' | 'choice'>): boolean {
  return rule !== undefined || choice?.meaning === 'always';
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
 * Returns the choices of somebody who brought their own, made safe: ids that name one choice each, a `no` always,
 * and nothing but refusals where the asker did not say for what.
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
