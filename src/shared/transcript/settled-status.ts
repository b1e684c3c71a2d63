import type { Message, Part, Settlement, ToolPart } from './transcript.ts';

/** Ending of an ask in the words of its card's header. */
export type SettledStatus =
  | 'Answered'
  | 'Answered in chat'
  | 'Dismissed'
  | 'Cancelled'
  | 'Timed out'
  | 'Not asked';

export function settledStatus({ outcome, where }: Pick<Settlement, 'outcome' | 'where'>): SettledStatus {
  switch (outcome.type) {
    case 'answered':
      return where === 'timeout' ? 'Timed out' : 'Answered';
    case 'supplied':
      return 'Not asked';
    case 'replied':
      return 'Answered in chat';
    case 'declined':
      return 'Dismissed';
    case 'cancelled':
      return where === 'chat' ? 'Answered in chat' : 'Cancelled';
  }
}

/** True for a call whose card waits for the person. */
export function waitsForPerson(part: Part): part is ToolPart {
  return (
    part.type === 'tool' &&
    (asksPermission(part) || asksWithForm(part) || asksPerson(part) || stagesChange(part))
  );
}

/** The calls of some messages that wait for the person, oldest first. */
export function waitingCalls(messages: readonly Message[]): ToolPart[] {
  return messages.flatMap((message) => (message.role === 'user' ? [] : message.parts.filter(waitsForPerson)));
}

/** True while a call waits to be allowed. */
function asksPermission({ permission }: ToolPart): boolean {
  return permission?.settlement === null;
}

/** True while a form or link of a call waits. */
function asksWithForm({ forms }: ToolPart): boolean {
  return forms?.some(({ settlement }) => settlement === null) ?? false;
}

function asksPerson(part: ToolPart): boolean {
  return 'ask' in part && part.ask !== null && part.ask.settlement === null;
}

function stagesChange(part: ToolPart): boolean {
  if (part.kind !== 'preview' || part.action === undefined) return false;
  return part.action.state.type === 'open';
}
