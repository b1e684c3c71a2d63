import { longestPrefix, type PrefixProblem, prefixProblem } from '../../shared/worktrees/branch-name.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { SavedTextRow } from './saved-text-row.tsx';
import type { SettingTexts } from './setting.ts';

/** What the branches of new worktrees begin with. */
export function BranchPrefixRow(texts: SettingTexts) {
  const { saveSettings } = useParley();
  const prefix = useParleyState(({ app }) => app?.settings.branchPrefix ?? '');
  return (
    <SavedTextRow
      {...texts}
      value={prefix}
      placeholder="Nothing"
      onSave={async (text) => {
        const branchPrefix = text.trim();
        const problem = prefixProblem(branchPrefix);
        return problem === null ? saveSettings({ branchPrefix }) : problemText(problem);
      }}
    />
  );
}

function problemText(problem: PrefixProblem): string {
  switch (problem.type) {
    case 'too-long':
      return `Use ${longestPrefix} characters at most.`;
    case 'hidden':
      return 'This has a character that can’t be seen. Type it anew.';
    case 'anywhere':
      return `Git allows no ${problem.text === ' ' ? 'space' : `“${problem.text}”`} in the name of a branch.`;
    case 'start':
      return `Git allows no “${problem.text}” at the start of a branch’s name.`;
    case 'part-start':
      return `Git allows no “${problem.text}” at the start of a branch’s name, or after a slash.`;
    case 'part-end':
      return `Git allows no “${problem.text}” before a slash.`;
    case 'end':
      return `Let something follow the “${problem.text}” at the end, such as a slash.`;
  }
}
