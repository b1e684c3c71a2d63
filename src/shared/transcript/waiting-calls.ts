import type { Message, Part, ToolPart } from './transcript.ts';

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
