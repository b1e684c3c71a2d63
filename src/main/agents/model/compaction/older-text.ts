import type { HistoryEntry, Step } from '../../../chat/chat-history.ts';
import type { PartRow } from '../../../storage/part-store.ts';
import type { Steering } from '../../../storage/steering-store.ts';

/** How much of a call's input and result goes into a summary, in characters. */
const longestInput = 300;
const longestResult = 1_500;

/** Returns a message as text to be summarised, without reasoning. */
export function entryText(entry: HistoryEntry): string {
  if (entry.role === 'agent') return entry.steps.flatMap(stepLines).join('\n');
  const files = entry.attachments.map(({ name }) => `[${name}]`);
  return `Person: ${[entry.text, ...files].join(' ')}`;
}

function stepLines({ parts }: Step): string[] {
  return parts.flatMap((part) => partLine(part));
}

function partLine(part: PartRow): string[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [`Agent: ${part.text}`];
    case 'reasoning':
      return [];
    case 'tool': {
      const input = cut(JSON.stringify(part.input) ?? '', longestInput);
      const result = cut(part.result?.text ?? '', longestResult);
      return [`Agent called ${part.tool_name} with ${input}: ${result}`];
    }
  }
}

function cut(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… [${text.length - longest} more characters]`;
}

/**
 * Returns what the person decided in these messages, word for word as the agent read it: answers, decisions about
 * previews and plans, and what was said of them in between.
 */
export function decisionsIn(history: readonly HistoryEntry[], steering: readonly Steering[]): string[] {
  return history.flatMap((entry) => {
    if (entry.role === 'user') return [];
    const settled = entry.steps.flatMap(({ parts }) => parts.flatMap(decision));
    const told = steering.filter(
      ({ messageId, kind }) => messageId === entry.messageId && kind !== 'reminder',
    );
    return [...settled, ...told.map(({ text }) => text)];
  });
}

function decision(part: PartRow): string[] {
  if (part.type !== 'tool' || part.result === null || part.result.refusal !== undefined) return [];
  const asks = part.kind === 'question' || part.kind === 'command' || part.tool_name === 'resolve';
  return asks ? [part.result.text] : [];
}

/** Joins texts in order into pieces of limited length; longer texts are split. */
export function inPieces(texts: readonly string[], longest: number): string[] {
  const pieces: string[] = [];
  for (const text of texts.flatMap((whole) => cutUp(whole, longest))) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + 2 + text.length <= longest)
      pieces[pieces.length - 1] = `${last}\n\n${text}`;
    else pieces.push(text);
  }
  return pieces;
}

function cutUp(text: string, longest: number): string[] {
  const count = Math.max(1, Math.ceil(text.length / longest));
  return Array.from({ length: count }, (_, index) => text.slice(index * longest, (index + 1) * longest));
}
