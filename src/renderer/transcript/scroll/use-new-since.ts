import { useState } from 'react';
import type { Message } from '../../../shared/transcript/transcript.ts';

/** Returns the number of messages, and failures, since the person left the end of the chat. */
export function useNewSince(pinned: boolean, messages: readonly Message[], failed: boolean): number {
  const newest = messages.at(-1)?.id;
  const [seen, setSeen] = useState({ newest, failed });
  if ((pinned && seen.newest !== newest) || (seen.failed && !failed) || (pinned && seen.failed !== failed)) {
    setSeen({ newest: pinned ? newest : seen.newest, failed: pinned && failed });
  }
  const last = seen.newest;
  if (pinned || last === undefined) return 0;
  const since = messages.filter((message) => message.id > last && !isEmpty(message));
  return since.length + Number(failed && !seen.failed);
}

function isEmpty(message: Message): boolean {
  return message.role === 'user' ? message.queued : message.parts.length === 0;
}
