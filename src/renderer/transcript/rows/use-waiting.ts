import { useState } from 'react';
import { waitingCalls } from '../../../shared/transcript/waits-for-person.ts';
import type { Message, ToolPart } from '../../../shared/transcript/transcript.ts';

/** The calls whose cards wait, oldest first; the same array for as long as they are the same. */
export function useWaiting(...stretches: readonly (readonly Message[])[]): readonly ToolPart[] {
  const [waiting, setWaiting] = useState<readonly ToolPart[]>([]);
  const now = stretches.flatMap(waitingCalls);
  if (now.length === waiting.length && now.every((call, index) => call === waiting[index])) return waiting;
  setWaiting(now);
  return now;
}
