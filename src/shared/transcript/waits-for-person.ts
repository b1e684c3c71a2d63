import type { Message, Part, ToolPart } from './transcript.ts';

/** True for a call whose card waits for the person. */
export function waitsForPerson(part: Part): part is ToolPart {
  return part.type === 'tool' && (asksPerson(part) || stagesChange(part));
}

/** The calls of some messages that wait for the person, oldest first. */
export function waitingCalls(messages: readonly Message[]): ToolPart[] {
  return messages.flatMap((message) => (message.role === 'user' ? [] : message.parts.filter(waitsForPerson)));
}

function asksPerson({ ask }: ToolPart): boolean {
  return ask !== null && ask.settlement === null;
}

function stagesChange({ action }: ToolPart): boolean {
  return action !== undefined && action.ending === null && action.decision === null;
}
