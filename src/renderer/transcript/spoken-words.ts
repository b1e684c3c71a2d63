import { visibleText } from '../../shared/hidden-characters.ts';
import { plainText } from '../../shared/markdown/plain-text.ts';
import type { ToolPart, Transcript } from '../../shared/transcript/transcript.ts';

const longest = 600;

/** Characters of an answer from which that is taken: marks and addresses are not read aloud. */
const looked = 8 * longest;

/** Returns what a screen reader says of a chat whose answer is finished, and of a call that begins to wait. */
export function spokenWords(finished: Transcript | undefined, asked: ToolPart | undefined): string {
  const said = finished === undefined ? '' : lastWords(finished);
  return visibleText([said, question(asked)].join(' ').trim());
}

function lastWords({ messages }: Transcript): string {
  const last = messages.findLast((message) => message.role !== 'user' || !message.queued);
  if (last?.role !== 'agent') return '';
  const said = last.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
  const text = plainText(said.slice(0, looked));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function question(call: ToolPart | undefined): string {
  switch (call?.kind) {
    case undefined:
    case 'plain':
    case 'run':
      return '';
    case 'preview':
      return call.action === undefined ? '' : `Needs you: ${call.action.label}`;
    case 'question':
    case 'command': {
      const [first] = call.ask?.questions ?? [];
      return first === undefined ? '' : `${call.ask?.asker ?? ''} asks: ${plainText(first.prompt)}`;
    }
  }
}
