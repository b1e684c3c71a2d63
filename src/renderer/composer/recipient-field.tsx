import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import type { Recipient } from '../state/composer-state.ts';
import type { OutsideCard } from '../state/recipient.ts';
import { Select } from '../ui/select.tsx';

type RecipientFieldProps = { workspace: Workspace; cards: readonly OutsideCard[]; to: Recipient };

/** Says who gets the message, where others than the chat's agent wait for one too. */
export function RecipientField({ workspace, cards, to }: RecipientFieldProps) {
  const { chooseRecipient, wantCaret } = useParley();

  function onChoose(value: string): void {
    const card = cards.find(({ toolCallId }) => toolCallId === value);
    chooseRecipient(workspace.id, card?.toolCallId ?? 'agent');
    wantCaret();
  }

  return (
    <label className="flex items-center gap-2 ps-4 pe-2 pt-2 text-minor text-secondary">
      <span className="shrink-0">To</span>
      <Select className="min-w-0 max-w-full" value={to} onChange={({ target: { value } }) => onChoose(value)}>
        {cards.map(({ toolCallId, ask: { asker, questions } }) => (
          <option key={toolCallId} value={toolCallId}>
            {cards.length === 1 ? asker : `${asker}: ${questions[0]?.prompt ?? ''}`}
          </option>
        ))}
        <option value="agent">{workspace.agent.name}, the agent of this chat</option>
      </Select>
    </label>
  );
}
