import type { RuleDraft } from './permission-rule.ts';
import type { PermissionChoice } from './permission.ts';

/** The choice not to be asked about confined commands of a folder, by any agent. */
export function confinedChoice(folder: string): PermissionChoice & { rule: RuleDraft } {
  const rule = { effect: 'allow' as const, asker: null, folder, match: { type: 'confined' as const } };
  return { id: 'confined-here', meaning: 'always', rule };
}
