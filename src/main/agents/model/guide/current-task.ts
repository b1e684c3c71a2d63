import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { deniedText, nothingRunText } from '../../../../shared/permissions/model-text.ts';
import { undecided } from '../../../tools/resolve-tool.ts';
import { asksForPlan, wantsTests, wantsUndo } from './topic.ts';
import type { Attached } from './asking.ts';
import { type Call, isCall, type Item, itemsIn } from './chat-items.ts';
import { interrupted, repliedInChat } from '../../../../shared/questions/endings.ts';

/**
 * The part of a chat the guide works on: the message that began it, what it did since, what the
 * person wrote instead of clicking, and what they added while it worked.
 */
export type Task = {
  request: string;
  /** All that belongs to the task, and all before it. */
  items: Item[];
  before: Item[];
  calls: Call[];
  reply: string | null;
  additions: string[];
  /** The files attached to the message that began the task, and to later ones. */
  attached: Attached[];
  attachedLater: Attached[];
  isFirst: boolean;
  firstRequest: string;
  callsSoFar: number;
};

/** Finds the current task in the prompt of a model call. */
export function currentTask(prompt: LanguageModelV4Prompt): Task {
  const items = itemsIn(prompt);
  const start = startOfTask(items);
  const own = items.slice(start).filter((item) => !isCall(item) || !isInterrupted(item));
  const messages = own.flatMap((item, index) =>
    item.type === 'user' ? [{ ...item, isReply: isRepliedAsk(previousCall(own, index)) }] : [],
  );
  const [first, ...later] = messages;
  return {
    request: first?.text ?? '',
    items: own,
    before: items.slice(0, start),
    calls: own.filter(isCall),
    reply: later.findLast(({ isReply }) => isReply)?.text ?? null,
    additions: later.filter(({ isReply }) => !isReply).map(({ text }) => text),
    attached: first?.attached ?? [],
    attachedLater: later.flatMap(({ attached }) => attached),
    isFirst: !items.slice(0, start).some((item) => item.type === 'agent' || item.type === 'call'),
    firstRequest: firstMessage(items),
    callsSoFar: items.filter(isCall).length,
  };
}

function firstMessage(items: readonly Item[]): string {
  const first = items.find(({ type }) => type === 'user');
  return first?.type === 'user' ? first.text : '';
}

/** A task goes on over messages that came between its steps; it ends with the guide's last text. */
function startOfTask(items: readonly Item[]): number {
  let start = items.findLastIndex(({ type }) => type === 'user');
  for (;;) {
    const before = items
      .slice(0, Math.max(start, 0))
      .findLastIndex(({ type }) => type !== 'user' && type !== 'told');
    const last = items[before];
    if (last?.type !== 'call' || isInterrupted(last) || beginsAnew(last, items[start]))
      return Math.max(before + 1, 0);
    start = items.slice(0, before).findLastIndex(({ type }) => type === 'user');
    if (start === -1) return 0;
  }
}

/** True when a message written instead of a decision, or after one that ended the turn, is about something else. */
function beginsAnew({ result }: Call, message: Item | undefined): boolean {
  const text = result?.text ?? '';
  if (message?.type !== 'user') return false;
  if (text.startsWith(deniedText)) return true;
  if (text !== undecided && text !== nothingRunText) return false;
  return asksForPlan(message.text) || wantsUndo(message.text) || wantsTests(message.text);
}

function previousCall(items: readonly Item[], index: number): Call | undefined {
  const item = items.slice(0, index).findLast(({ type }) => type !== 'user' && type !== 'told');
  return item?.type === 'call' ? item : undefined;
}

function isRepliedAsk(call: Call | undefined): boolean {
  return call?.result?.ok === false && withoutStatus(call.result.text) === repliedInChat;
}

/** Each dialect has its own word for a turn that was stopped. */
function isInterrupted({ result }: Call): boolean {
  return (
    result?.ok === false && [interrupted, 'Ask input was cancelled'].includes(withoutStatus(result.text))
  );
}

function withoutStatus(text: string): string {
  return text.replace(/\nexit code: \d+$/, '');
}
