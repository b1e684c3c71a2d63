import { inOneLine } from '../../../shared/blank-runs.ts';
import type { Permission, PermissionChoice } from '../../../shared/permissions/permission.ts';
import { isForGood } from '../../../shared/permissions/rule-decision.ts';
import { wishWords } from '../../../shared/permissions/wish-words.ts';

/** Says who wants to do what. */
export function permissionTitle({ asker, subject }: Permission): string {
  return `${asker} ${wishWords(subject.type, subject.type === 'edit' ? subject.files.length : 1)}`;
}

export const allows = ({ meaning }: PermissionChoice) => meaning === 'once' || meaning === 'always';

/** The choices as the card lays them out: one yes and one no in sight, the others in a menu. */
export function laidOut(choices: readonly PermissionChoice[]): {
  yes: PermissionChoice | undefined;
  no: PermissionChoice | undefined;
  wider: PermissionChoice[];
  refusals: PermissionChoice[];
} {
  const yes = choices.find(({ meaning }) => meaning === 'once');
  const no = choices.find(({ meaning, rule }) => meaning === 'no' && rule === undefined);
  const others = choices.filter((choice) => choice !== yes && choice !== no);
  return { yes, no, wider: others.filter(allows), refusals: others.filter((choice) => !allows(choice)) };
}

/**
 * Says how a permission ended: the state in a word or two, and what comes after the name of what it was about. In a
 * `sentence` that name stands between the two.
 */
type SettledWords = { state: string; sentence?: { before: string; after: string }; after: string };

export function settledWords(
  { subject, settlement, result, asker }: Permission,
  done: boolean,
): SettledWords {
  if (settlement === null) return { state: '', after: '' };
  const { verdict } = settlement;
  const { exitCode = null } = result ?? {};
  const exit = exitCode === null ? '' : ` · exit code ${exitCode}`;
  switch (verdict.type) {
    case 'allowed': {
      if (verdict.by.type === 'person')
        return { state: isForGood(settlement) ? 'Always allowed' : 'Allowed once', after: exit };
      const before = subject.type === 'command' ? (done ? 'Ran ' : 'Running ') : '';
      return {
        state: 'Allowed by your rule',
        sentence: { before, after: ', allowed by your rule' },
        after: exit,
      };
    }
    case 'denied':
      return verdict.by.type === 'rule'
        ? { state: 'Denied by your rule', after: '' }
        : { state: 'Denied', after: verdict.reason === undefined ? '' : ` · ${inOneLine(verdict.reason)}` };
    case 'replied-in-chat':
      return { state: 'Answered in chat', after: '' };
    case 'interrupted':
      return { state: 'Cancelled', after: verdict.byAsker ? ` · ${asker} stopped waiting` : '' };
    case 'nobody':
      return { state: 'Not asked', after: ' · nobody could be asked' };
    case 'cut-off':
      return { state: 'Cut off', after: '' };
  }
}
