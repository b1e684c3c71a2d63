import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { MessagePage } from '../../../shared/transcript/message-page.ts';
import type { MessageCount } from '../../../shared/transcript/message-count.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import type { TranscriptRow } from './transcript-row.ts';
import { useEffect, useMemo, useState } from 'react';
import { useParley } from '../../parley-context.tsx';

/** Time from showing a chat to counting its messages, in milliseconds: the visible content goes first. */
const afterShowing = 300;

/** Returns the places of the loaded messages in the whole chat, for screen readers; null until they were counted. */
export function useMessagePositions(id: WorkspaceId, shown: MessagePage): MessagePositions | null {
  const { companion } = useParley();
  const [counted, setCounted] = useState<CountedMessage | null>(null);
  const positions = useMemo(() => counted && messagePositions(shown, counted), [shown, counted]);
  const first = positions === null ? shown.messages.find(isInTranscript)?.id : undefined;
  useEffect(() => {
    if (first === undefined) return;
    const timer = setTimeout(() => {
      companion.client.workspace.countMessages({ workspaceId: id, before: first }).then(
        (count) => setCounted({ messageId: first, ...count }),
        // Without a count the messages are read in their order all the same.
        () => undefined,
      );
    }, afterShowing);
    return () => clearTimeout(timer);
  }, [companion, id, first]);
  return positions;
}

/** A message of which it is known how many stand before it. */
export type CountedMessage = MessageCount & { messageId: MessageId };

/** Places of the loaded messages in the whole chat, counted from 1, and the number of all. */
export type MessagePositions = { at: ReadonlyMap<MessageId, number>; of: number };

/** The positions of messages, of which one was counted; null when that is not among them. */
export function messagePositions(
  { messages, hasLater }: Pick<MessagePage, 'messages' | 'hasLater'>,
  counted: CountedMessage,
): MessagePositions | null {
  const shown = messages.filter(isInTranscript);
  const index = shown.findIndex(({ id }) => id === counted.messageId);
  if (index < 0) return null;
  const before = counted.before - index;
  const last = before + shown.length;
  return {
    at: new Map(shown.map(({ id }, place) => [id, before + place + 1])),
    of: hasLater ? Math.max(counted.all, last) : last,
  };
}

/** A message that waits in the queue stands above the composer. */
export function isInTranscript(message: Message): boolean {
  return message.role !== 'user' || !message.queued;
}

/** Returns the attributes that tell a screen reader which message begins with a row, of how many. */
export function positionAttributes(
  positions: MessagePositions | null,
  rows: readonly TranscriptRow[],
  index: number,
) {
  const row = rows[index];
  if (row === undefined || rows[index - 1]?.messageId === row.messageId) return {};
  return {
    role: 'article',
    'aria-posinset': positions?.at.get(row.messageId),
    'aria-setsize': positions?.of,
  };
}
