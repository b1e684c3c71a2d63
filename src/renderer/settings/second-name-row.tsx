import type { SecondNames } from '../../shared/contract/settings.ts';
import { isToolName, outsideTools } from '../../shared/contract/outside-tools.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import type { SettingTexts } from './setting.ts';
import { SavedTextRow } from './saved-text-row.tsx';

const notName = 'A name has 1 to 64 letters, digits, _ or -, and none may be there already.';

type Tool = (typeof outsideTools)[number];

/** A second name for a tool that agents in other apps find over MCP: some hide a name that is also their own. */
export function SecondNameRow({ tool, ...texts }: SettingTexts & { tool: Tool }) {
  const { saveSettings } = useParley();
  const names = useParleyState(({ app }) => app?.settings.secondNames);
  return (
    <SavedTextRow
      {...texts}
      value={names?.[tool] ?? ''}
      placeholder="None"
      onSave={async (text) => {
        const secondNames = withName(names ?? {}, tool, text.trim());
        return secondNames === null ? notName : saveSettings({ secondNames });
      }}
    />
  );
}

/** Returns the names with another one of a tool, none for an empty text; null where it can't be one. */
function withName(names: SecondNames, tool: Tool, name: string): SecondNames | null {
  const { [tool]: _, ...others } = names;
  if (name === '') return others;
  const second = outsideTools.flatMap((other) => (other === tool ? [] : (names[other] ?? [])));
  const taken: readonly string[] = [...outsideTools, ...second];
  return isToolName(name) && !taken.includes(name) ? { ...others, [tool]: name } : null;
}
