import { RotateCcw } from 'lucide-react';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { Message, UserMessage } from '../../../shared/transcript/transcript.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { setChatLine } from '../../state/parley-store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { focusMessageLog } from '../focus-message-log.ts';
import { endOf, type TranscriptRow } from '../rows/transcript-rows.ts';
import { durationText } from '../tools/time-taken.ts';
import { MessageActions } from './message-actions.tsx';

/** Returns everything that a speaker said up to a message, since the other one spoke; as Markdown. */
export function turnText(messages: readonly Message[], id: MessageId): string {
  const end = messages.findIndex((message) => message.id === id);
  const last = messages[end];
  if (last === undefined) return '';
  if (last.role === 'user') return last.text;
  const begin = messages.findLastIndex(({ role }, index) => index < end && role === 'user') + 1;
  return messages
    .slice(begin, end + 1)
    .flatMap((message) => (message.role === 'agent' ? message.parts : []))
    .flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text.trim()] : []))
    .join('\n\n');
}

/** Returns the person's message that an agent's message answers. */
export function userMessageBefore(messages: readonly Message[], id: MessageId): UserMessage | undefined {
  return messages.findLast((message): message is UserMessage => message.role === 'user' && message.id < id);
}

/** Shorter work is not worth words, in milliseconds. */
const leastWorked = 10_000;

type AgentActionsProps = {
  workspaceId: WorkspaceId;
  /** The last row of the answer. */
  row: TranscriptRow;
  hasText: boolean;
  /** How long the agent worked on it, in milliseconds; null where that is not known. */
  worked: number | null;
  /** True if the answer may be generated again. */
  canTryAgain: boolean;
};

export function AgentActions({ workspaceId, row, hasText, worked, canTryAgain }: AgentActionsProps) {
  const { store, messagesOfTurn, sendAgain, requestCaret } = useParley();

  async function tryAgain(button: HTMLElement): Promise<void> {
    try {
      const asked = userMessageBefore(await messagesOfTurn(workspaceId, row.messageId), row.messageId);
      if (asked === undefined) return;
      focusMessageLog(button);
      requestCaret();
      sendAgain(workspaceId, asked.id, asked.text);
    } catch (error) {
      setChatLine(store, workspaceId, failureText(error));
    }
  }

  return (
    <MessageActions
      at={endOf(row)}
      side="start"
      about={worked === null || worked < leastWorked ? null : `Worked for ${durationText(worked)}`}
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
