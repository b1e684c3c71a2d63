import { argvOf } from '../../shared/permissions/argv.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';
import {
  answeringRules,
  type Asked,
  decideByRules,
  type RuleAnswer,
} from '../../shared/permissions/rule-decision.ts';
import { isKnownFolderNow } from '../folder/folder-handle.ts';
import { leadsOut, leadsToProtectedFile } from './command-links.ts';
import type { GitCommand, GitSetup } from './git-setup.ts';

/** Who asks, in a chat on which folder; `rulesOf` as in `Asked`. */
type Asker = Pick<Asked, 'asker' | 'folder' | 'rulesOf'>;

/** A request, with the setup that a command which is git itself would run by. */
type Wanted<Subject> = { wanted: Subject; git: GitSetup | undefined };

/** A subject with what was found out about it, and the answer of the rules, if one fits. */
type Answered<Subject> = { subject: Subject; answer: RuleAnswer | undefined };

/** Returns what rules answer to a request, as the folders and links are now. */
export function answerByRules<Subject extends PermissionSubject>(
  rules: readonly PermissionRule[],
  { asker, folder, rulesOf }: Asker,
  { wanted, git }: Wanted<Subject>,
): Answered<Subject> {
  const known = rules.filter(holdsStill);
  const decide = (fitting: readonly PermissionRule[]) =>
    decideByRules(fitting, { subject: wanted, asker, folder, rulesOf, leadsOut: leadsOut(wanted) });
  const answer = decide(known.filter((rule) => isForSetup(rule, git)));
  const changed = answer === undefined && git !== undefined && decide(known) !== undefined;
  const subject = git ? { ...wanted, git: { setup: git.fingerprint, changed } } : wanted;
  const isLimited = answer?.rule.effect === 'allow' && leadsToProtectedFile(subject);
  return { subject, answer: isLimited ? undefined : answer };
}

/** Returns the rules each of which would answer a request alone, as the folders and links are now. */
export function rulesThatAnswer(
  rules: readonly PermissionRule[],
  { asker, folder, rulesOf }: Asker,
  { wanted, git }: Wanted<PermissionSubject>,
): PermissionRule[] {
  const known = rules.filter((rule) => holdsStill(rule) && isForSetup(rule, git));
  const answering = answeringRules(known, {
    subject: wanted,
    asker,
    folder,
    rulesOf,
    leadsOut: leadsOut(wanted),
  });
  const isLimited = answering[0]?.effect === 'allow' && leadsToProtectedFile(wanted);
  return isLimited ? [] : answering;
}

/** False for a rule that allows something in a folder that was replaced by another at its path. */
export function holdsStill({ effect, folder, identity }: PermissionRule): boolean {
  if (effect === 'deny' || folder === null) return true;
  return isKnownFolderNow({ path: folder, identity: identity ?? null });
}

/**
 * False for a rule that would let git run by another configuration, other hooks or another repository than it was made
 * for. One that holds everywhere is for repositories that run nothing by themselves.
 */
function isForSetup({ effect, folder, match, gitSetup }: PermissionRule, git: GitSetup | undefined): boolean {
  if (git === undefined || effect === 'deny' || (match.type === 'command' && match.confined)) return true;
  return folder === null ? git.runsNothing : gitSetup === git.fingerprint;
}

/** Returns a command that is git itself; undefined for any other subject. */
export function gitCommandIn(subject: PermissionSubject): GitCommand | undefined {
  if (subject.type !== 'command') return undefined;
  const argv = argvOf(subject.line);
  return /(?:^|\/)git$/.test(argv?.[0] ?? '') ? { argv: argv ?? [], folder: subject.folder } : undefined;
}
