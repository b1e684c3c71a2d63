import { useState } from 'react';
import type { Message } from '../../shared/transcript/transcript.ts';

/** How many messages have come since the person left the end of the conversation. */
export function useNewSince(pinned: boolean, messages: readonly Message[]): number {
  const newest = messages.at(-1)?.id;
  const [seen, setSeen] = useState(newest);
  if (pinned && seen !== newest) setSeen(newest);
  if (pinned || seen === undefined) return 0;
  return messages.length - 1 - messages.findLastIndex(({ id }) => id <= seen);
}
