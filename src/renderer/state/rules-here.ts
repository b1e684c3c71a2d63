import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';

/** Returns the rules that hold in a chat's folder, or in one inside of it. */
export function rulesHere<Rule extends Pick<PermissionRule, 'folder'>>(
  rules: readonly Rule[],
  { folder: here }: { folder: string },
): Rule[] {
  return rules.filter(
    ({ folder }) => folder === null || folder === here || folder.startsWith(`${here.replace(/[/\\]$/, '')}/`),
  );
}
