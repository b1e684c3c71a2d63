import type { PermissionChoice } from '../../shared/permissions/permission.ts';
import { type Asked, permissionChoices } from '../../shared/permissions/rule-decision.ts';
import { leadsOut, leadsToProtectedFile } from './command-links.ts';

/** Returns Parley's own choices, without “always” where no rule could answer. */
export function ownChoices(asked: Asked): PermissionChoice[] {
  const choices = permissionChoices({ ...asked, leadsOut: leadsOut(asked.subject) });
  return leadsToProtectedFile(asked.subject)
    ? choices.filter(({ meaning }) => meaning !== 'always')
    : choices;
}
