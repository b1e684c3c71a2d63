import { RotateCcw } from 'lucide-react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { failureText } from '../../connection/failure-text.ts';
import { useParley } from '../../parley-context.tsx';
import { setNotice } from '../../state/parley-store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { focusMessageLog } from '../focus-message-log.ts';
import { MessageActions } from './message-actions.tsx';
import { userMessageBefore, turnText } from './turn-text.ts';
import type { TranscriptRow } from '../rows/transcript-rows.ts';

type AgentActionsProps = {
  workspaceId: WorkspaceId;
  /** The last row of what the agent said. */
  row: TranscriptRow;
  hasText: boolean;
  /** True if the answer may be generated again. */
  canTryAgain: boolean;
};

/** Actions on an answer of the agent. */
export function AgentActions({ workspaceId, row, hasText, canTryAgain }: AgentActionsProps) {
  const { store, messagesOfTurn, sendAgain, requestCaret } = useParley();

  async function tryAgain(button: HTMLElement): Promise<void> {
    try {
      const asked = userMessageBefore(await messagesOfTurn(workspaceId, row.messageId), row.messageId);
      if (asked === undefined) return;
      focusMessageLog(button);
      requestCaret();
      sendAgain(workspaceId, asked.id, asked.text);
    } catch (error) {
      setNotice(store, workspaceId, failureText(error));
    }
  }

  return (
    <MessageActions
      at={row.createdAt}
      side="start"
      copied={
        hasText ? async () => turnText(await messagesOfTurn(workspaceId, row.messageId), row.messageId) : null
      }
    >
      {canTryAgain && (
        <IconButton
          label="Try again"
          icon={<RotateCcw aria-hidden />}
          onClick={(event) => void tryAgain(event.currentTarget)}
        />
      )}
    </MessageActions>
  );
}
