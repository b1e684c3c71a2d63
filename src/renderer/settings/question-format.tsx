import { useId, useState } from 'react';
import type { DialectId } from '../../shared/dialects/registry.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import { useParleyState } from '../parley-context.tsx';
import { Select } from '../ui/select.tsx';
import { SettingRow, useSaving } from './setting-row.tsx';
import type { SettingTexts } from './setting.ts';
import { useAgentSettings } from './use-agent-settings.ts';

/**
 * The tool that the agent of the open chat asks by, from its next request on. A choice shows at once, so that
 * arrow keys can follow one another faster than it is stored.
 */
export function QuestionFormat({ name }: SettingTexts) {
  const chat = useParleyState(({ app, openId }) => app?.workspaces.find(({ id }) => id === openId));
  const dialects = useParleyState(({ app }) => app?.dialects) ?? [];
  const { setDialect } = useAgentSettings();
  const { problem, save } = useSaving();
  const [wish, setWish] = useState<{ dialect: DialectId | null } | null>(null);
  const fieldId = useId();
  if (chat === undefined) return <SettingRow name={name} about="Open a chat first: each has its own." />;
  if (!chat.agent.inLoop)
    return <SettingRow name={name} about="The agent of the open chat brings its own." />;
  const { id, dialect } = chat;

  async function choose(chosen: DialectId | null): Promise<void> {
    const own = { dialect: chosen };
    setWish(own);
    const failed = await save(setDialect(id, chosen));
    if (failed !== null) setWish((latest) => (latest === own ? null : latest));
  }

  return (
    <SettingRow
      name={name}
      about={`The tool by which “${visibleText(chat.name, 'line')}” asks. Automatic fits the model.`}
      htmlFor={fieldId}
      aboutId={`${fieldId}-about`}
      problem={problem}
    >
      <Select
        id={fieldId}
        className="w-56"
        value={(wish ?? { dialect }).dialect ?? ''}
        aria-describedby={`${fieldId}-about`}
        onChange={({ target }) =>
          void choose(dialects.find((known) => known.id === target.value)?.id ?? null)
        }
      >
        <option value="">Automatic</option>
        {dialects.map(({ id: value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </Select>
    </SettingRow>
  );
}
