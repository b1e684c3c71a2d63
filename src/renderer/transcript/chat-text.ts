import type { Message, Part } from '../../shared/transcript/transcript.ts';
import { cardAsText } from '../cards/question/card-as-text.ts';
import { toolSummary } from './tools/tool-words.ts';

/** A chat as text, each say under its speaker's name; texts as Markdown, questions with what was answered. */
export function chatText(messages: readonly Message[]): string {
  const said: string[] = [];
  let speaker: Message['role'] | null = null;
  for (const message of messages) {
    const texts = message.role === 'user' ? [message.text] : message.parts.flatMap(partText);
    if (texts.length === 0) continue;
    if (speaker !== message.role) said.push(message.role === 'user' ? 'You:' : 'Agent:');
    speaker = message.role;
    said.push(...texts);
  }
  return said.join('\n\n');
}

function partText(part: Part): string[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [part.text.trim()];
    case 'reasoning':
      return [];
    case 'tool':
      return [part.ask === null ? toolSummary([part]) : cardAsText(part.ask, part.ask.draft)];
  }
}
