import type { Message, Part, Settlement, ToolPart } from './transcript.ts';

/** How an ask ended, in the words of its card's header. */
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

export function waitsForPerson(part: Part): part is ToolPart {
  return (
    part.type === 'tool' &&
    (asksPermission(part) || asksWithForm(part) || asksPerson(part) || stagesChange(part))
  );
}

export function waitingCalls(messages: readonly Message[]): ToolPart[] {
  return messages.flatMap((message) => (message.role === 'user' ? [] : message.parts.filter(waitsForPerson)));
}

function asksPermission({ permission }: ToolPart): boolean {
  return permission?.settlement === null;
}

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
