import { RotateCcw } from 'lucide-react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import { useParley } from '../../parley-context.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { focusConversation } from '../focus-conversation.ts';
import { MessageActions } from './message-actions.tsx';
import { askedBy, sayText } from './say-text.ts';
import type { TranscriptRow } from '../rows/transcript-rows.ts';

type AgentActionsProps = {
  workspaceId: WorkspaceId;
  /** The last row of what the agent said. */
  row: TranscriptRow;
  hasText: boolean;
  /** Whether it may be said anew. */
  canTryAgain: boolean;
};

/** What can be done with what the agent said. */
export function AgentActions({ workspaceId, row, hasText, canTryAgain }: AgentActionsProps) {
  const { store, sendAgain, wantCaret } = useParley();

  function messages(): readonly Message[] {
    const chat = store.getState().chats[workspaceId];
    return chat?.status === 'ready' ? chat.transcript.messages : [];
  }

  function tryAgain(button: HTMLElement): void {
    const asked = askedBy(messages(), row.messageId);
    if (asked === undefined) return;
    focusConversation(button);
    wantCaret();
    sendAgain(workspaceId, asked.id, asked.text);
  }

  return (
    <MessageActions
      at={row.createdAt}
      side="start"
      copied={hasText ? () => sayText(messages(), row.messageId) : null}
    >
      {canTryAgain && (
        <IconButton
          label="Try again"
          icon={<RotateCcw aria-hidden />}
          onClick={(event) => tryAgain(event.currentTarget)}
        />
      )}
    </MessageActions>
  );
}
