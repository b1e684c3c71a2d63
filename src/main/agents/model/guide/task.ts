import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { z } from 'zod';
import { deniedText, nothingRunText } from '../../../../shared/permissions/permission-text.ts';
import { refinementStart } from '../../../../shared/previews/plan-text.ts';
import { interrupted, repliedInChat } from '../../../../shared/questions/cancel-reasons.ts';
import { appliedStart, sentBackStart } from '../../../previews/edits/edit-handler.ts';
import { approvedStart } from '../../../previews/plans/plan-handler.ts';
import { discardedStart } from '../../../previews/resolve-handler.ts';
import { reminder } from '../../../previews/resolve-steering.ts';
import { redoneText, undoneText } from '../../../previews/undos.ts';
import { undecided } from '../../../tools/resolve-tool.ts';
import { codeInMarkdown } from './markdown.ts';
import { asksForPlan, wantsTests, wantsUndo } from './wishes.ts';

/**
 * The part of a chat that the guide works on: the message that began it, what it did since, and what the person
 * wrote meanwhile.
 */
export type Task = {
  request: string;
  /** The items of the task; `before` are those before it. */
  items: Item[];
  before: Item[];
  calls: Call[];
  reply: string | null;
  additions: string[];
  /** Files attached to the message that began the task; `attachedLater` to later ones. */
  attached: Attached[];
  attachedLater: Attached[];
  isFirst: boolean;
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
    callsSoFar: items.filter(isCall).length,
  };
}

/** A task goes on over messages between its steps; it ends with the guide's last text. */
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

/** True when a message written instead of a decision, or after one that ended the turn, starts something new. */
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

/** Each dialect has its own text for a stopped turn. */
function isInterrupted({ result }: Call): boolean {
  return (
    result?.ok === false && [interrupted, 'Ask input was cancelled'].includes(withoutStatus(result.text))
  );
}

function withoutStatus(text: string): string {
  return text.replace(/\nexit code: \d+$/, '');
}

/** A call of the guide; `result` is null while unknown. */
export type Call = {
  type: 'call';
  name: string;
  input: Record<string, unknown>;
  result: { ok: boolean; text: string } | null;
};

/** An entry of a chat, in order; `told` is a text about a preview between the guide's steps. */
type Item =
  | { type: 'user'; text: string; attached: Attached[] }
  | { type: 'agent'; text: string }
  | { type: 'told'; text: string }
  | Call;

/** Returns the entries of a chat from the prompt of a model call. */
function itemsIn(prompt: LanguageModelV4Prompt): Item[] {
  const results = resultsById(prompt);
  return prompt.flatMap((message) => toItems(message, results));
}

function isCall(item: Item): item is Call {
  return item.type === 'call';
}

type Results = Map<string, { ok: boolean; text: string }>;

function resultsById(prompt: LanguageModelV4Prompt): Results {
  const results: Results = new Map();
  for (const message of prompt) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type !== 'tool-result') continue;
      const { output } = part;
      const text = output.type === 'text' || output.type === 'error-text' ? output.value : '';
      results.set(part.toolCallId, { ok: output.type === 'text', text });
    }
  }
  return results;
}

function toItems(message: LanguageModelV4Message, results: Results): Item[] {
  switch (message.role) {
    case 'user':
      return isReminder(message) ? [] : [toldItem(message) ?? { type: 'user', ...readUserMessage(message) }];
    case 'assistant':
      return message.content.flatMap((part): Item[] => {
        if (part.type === 'text') return [{ type: 'agent', text: part.text }];
        if (part.type !== 'tool-call') return [];
        const { toolName: name, toolCallId, input } = part;
        return [{ type: 'call', name, input: asRecord(input), result: results.get(toolCallId) ?? null }];
      });
    case 'system':
    case 'tool':
      return [];
  }
}

type UserMessage = Extract<LanguageModelV4Message, { role: 'user' }>;

const aboutPreview = /^<system-reminder>\n(?:About the preview “[^]*?”: )?([^]*)\n<\/system-reminder>$/;

/**
 * Returns the text about a preview given between the guide's steps, without its envelope; undefined for any
 * other message.
 */
function toldItem(message: UserMessage): Item | undefined {
  const text = aboutPreview.exec(readUserMessage(message).text)?.[1];
  return text === undefined ? undefined : { type: 'told', text };
}

/** Reminders of a preview are skipped: the guide resolves it anyway. */
function isReminder(message: UserMessage): boolean {
  return readUserMessage(message).text.startsWith(reminder);
}

function asRecord(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

type Attached = { name: string; kind: 'image' | 'text' };

const markSchema = z.object({ attachment: z.string(), kind: z.enum(['image', 'text']) });

/** Splits a message into the person's text and the attachments, which are marked in their parts. */
function readUserMessage({ content }: UserMessage): { text: string; attached: Attached[] } {
  const parts = content.map((part) => ({
    mark: markSchema.safeParse(part.providerOptions?.['parley']),
    text: part.type === 'text' ? part.text : '',
  }));
  return {
    text: parts.map(({ mark, text }) => (mark.success ? '' : text)).join(''),
    attached: parts.flatMap(({ mark }) =>
      mark.success ? [{ name: mark.data.attachment, kind: mark.data.kind }] : [],
    ),
  };
}

/** Returns the guide's sentence about the attached files; empty where nothing was attached. */
export function thanksFor(attached: readonly Attached[]): string {
  const files = attached.filter(({ kind }) => kind === 'text').map(({ name }) => codeInMarkdown(name));
  const images = attached.filter(({ kind }) => kind === 'image').map(({ name }) => codeInMarkdown(name));
  const got = files.length === 0 ? '' : `I got ${files.join(', ')}. `;
  if (images.length === 0) return got;
  const one = images.length === 1;
  return `${got}I got ${images.join(', ')}${files.length === 0 ? '' : ' too'}, but I cannot see ${one ? 'an image' : 'images'}: tell me in words what ${one ? 'it shows' : 'they show'}. `;
}

/**
 * The state of a plan or edit: staged but not submitted, waiting while the person wrote `reply` instead of
 * deciding, sent back, or ended; `text` is the problem.
 */
export type Staged =
  | { type: 'none' }
  | { type: 'staged' }
  | { type: 'undecided'; reply: string }
  | { type: 'refined' }
  | { type: 'accepted' }
  | { type: 'discarded' }
  | { type: 'failed'; text: string };

const editing = ['write_file', 'edit_file', 'delete_file'];

/** Returns everything that a task's plans were sent back with, oldest first. */
export function feedbackOn(items: readonly Item[]): string[] {
  return items.flatMap((item) => {
    const text = item.type === 'told' ? item.text : item.type === 'call' ? resolved(item) : undefined;
    return text?.startsWith(refinementStart) ? [text.slice(refinementStart.length).trim()] : [];
  });
}

export function planOf(items: readonly Item[]): Staged {
  return stateAfter(items, ({ name }) => name === 'propose_plan', approvedStart);
}

export function editOf(items: readonly Item[]): Staged {
  return stateAfter(items, ({ name }) => editing.includes(name), appliedStart);
}

/** Returns the last change that was applied in a chat and not undone since; undefined for none. */
export function lastApplied(items: readonly Item[]): Call | undefined {
  const staged = items.flatMap((item, index) =>
    item.type === 'call' && editing.includes(item.name) ? [{ item, index }] : [],
  );
  const last = staged.findLast(({ index }) => editOf(upToNextEdit(items, index)).type === 'accepted');
  if (last === undefined) return undefined;
  const told = items.slice(last.index).flatMap((item) => (item.type === 'told' ? [item.text] : []));
  const latest = told.findLast((text) => text.includes(undoneText) || text.includes(redoneText));
  return latest?.includes(undoneText) ? undefined : last.item;
}

function upToNextEdit(items: readonly Item[], index: number): Item[] {
  const later = items.slice(index + 1);
  const next = later.findIndex((item) => item.type === 'call' && editing.includes(item.name));
  return items.slice(index, next === -1 ? undefined : index + 1 + next);
}

function stateAfter(items: readonly Item[], stages: (call: Call) => boolean, accepted: string): Staged {
  const start = items.findLastIndex((item) => item.type === 'call' && stages(item));
  const first = items[start];
  if (first?.type !== 'call') return { type: 'none' };
  if (first.result?.ok === false && first.name !== 'propose_plan')
    return { type: 'failed', text: first.result.text };
  return items
    .slice(start + 1)
    .reduce<Staged>((state, item) => next(state, item, accepted), { type: 'staged' });
}

function next(state: Staged, item: Item, accepted: string): Staged {
  if (state.type === 'accepted' || state.type === 'discarded') return state;
  if (item.type === 'user')
    return state.type === 'undecided' ? { type: 'undecided', reply: item.text } : state;
  const text = item.type === 'told' ? item.text : item.type === 'call' ? resolved(item) : undefined;
  if (text === undefined) return state;
  if (text === undecided) return { type: 'undecided', reply: '' };
  if (text.startsWith(accepted)) return { type: 'accepted' };
  if (text.startsWith(refinementStart) || text.startsWith(sentBackStart)) return { type: 'refined' };
  if (text.startsWith(discardedStart)) return { type: 'discarded' };
  return item.type === 'call' && item.result?.ok === false ? { type: 'failed', text } : state;
}

function resolved({ name, result }: Call): string | undefined {
  return name === 'resolve' ? result?.text : undefined;
}
