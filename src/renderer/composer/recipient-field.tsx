import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import type { Recipient } from '../state/composer/composer-state.ts';
import { Select } from '../ui/select.tsx';
import { visibleText } from '../../shared/hidden-characters.ts';

type RecipientFieldProps = { workspace: Workspace; to: Recipient };

/** Who gets the message, where outside askers wait for one too. */
export function RecipientField({ workspace, to }: RecipientFieldProps) {
  const { outsideAsks } = workspace;
  const { chooseRecipient, requestCaret } = useParley();

  function onChoose(value: string): void {
    const chosen = outsideAsks.find(({ toolCallId }) => toolCallId === value);
    chooseRecipient(workspace.id, chosen?.toolCallId ?? 'agent');
    requestCaret();
  }

  return (
    <label className="flex items-center gap-2 ps-4 pe-2 pt-2 text-second text-secondary">
      <span className="shrink-0">To</span>
      <Select className="min-w-0 max-w-full" value={to} onChange={({ target: { value } }) => onChoose(value)}>
        {outsideAsks.map(({ toolCallId, asker, prompt }) => (
          <option key={toolCallId} value={toolCallId}>
            {visibleText(outsideAsks.length === 1 ? asker : `${asker}: ${prompt}`)}
          </option>
        ))}
        <option value="agent">{workspace.agent.name}, the agent of this chat</option>
      </Select>
    </label>
  );
}
