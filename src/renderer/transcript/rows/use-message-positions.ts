import { useEffect, useMemo, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Stretch } from '../../../shared/transcript/stretch.ts';
import { useParley } from '../../parley-context.tsx';
import {
  type CountedMessage,
  isShown,
  type MessagePositions,
  messagePositions,
} from './message-positions.ts';

/** How long a chat is shown before its messages are counted, in milliseconds: what one sees goes first. */
const afterShowing = 300;

/** Where the loaded messages stand in the whole chat, for who hears it; null until they were counted. */
export function useMessagePositions(id: WorkspaceId, shown: Stretch): MessagePositions | null {
  const { companion } = useParley();
  const [counted, setCounted] = useState<CountedMessage | null>(null);
  const positions = useMemo(() => counted && messagePositions(shown, counted), [shown, counted]);
  const first = positions === null ? shown.messages.find(isShown)?.id : undefined;
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
