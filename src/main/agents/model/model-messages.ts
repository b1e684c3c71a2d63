import type { AssistantContent, ModelMessage, ToolContent, UserContent } from 'ai';
import type { MessageId } from '../../../shared/ids.ts';
import { interrupted } from '../../../shared/questions/cancel-reasons.ts';
import type { AttachmentId, ImageAttachment, TextAttachment } from '../../../shared/transcript/attachment.ts';
import type { HistoryEntry, Step } from '../../chat/chat-history.ts';
import { textForAgent } from '../../chat/examine-file.ts';
import { showsNothing } from '../../chat/shows-nothing.ts';
import { plainToolName } from '../../mcp-servers/tool-names.ts';
import type { PartRow } from '../../storage/part-store.ts';
import type { Steering } from '../../storage/steering-store.ts';
import type { Summary } from '../../storage/summary-store.ts';
import { summaryForModel } from './compaction/compactor.ts';

/**
 * Converts the stored history for a provider: every call is followed by exactly one result, and the provider's
 * metadata goes back with its part. Of a step that broke off, the reasoning is left out (it is not signed), or
 * the whole step if nothing came after it. `contentOf` converts a person's message; a steering text comes before
 * its model call. Messages before the last fresh start are left out, and those covered by a summary.
 */
export function toModelMessages(
  history: readonly HistoryEntry[],
  contentOf: (entry: UserEntry) => UserContent,
  steering: readonly Steering[] = [],
  summary?: Summary,
  imageOf: ImageSource = ({ name }) => `[${name}]`,
): ModelMessage[] {
  if (summary !== undefined && !hasFreshStart(history, steering, summary)) {
    const later = history.filter(({ messageId }) => messageId > summary.until);
    const content = summaryForModel(summary);
    return [{ role: 'user', content }, ...messagesOf(later, contentOf, steering, imageOf)];
  }
  const start = steering.findLastIndex(({ kind, messageId }) => kind === 'fresh' && isIn(history, messageId));
  const fresh = steering[start];
  if (fresh !== undefined) {
    const from = history.findIndex((entry) => entry.role === 'agent' && entry.messageId === fresh.messageId);
    const later = history
      .slice(from)
      .map((entry, index) => (index === 0 ? without(entry, fresh.step) : entry));
    return messagesOf(later, contentOf, steering.slice(start), imageOf);
  }
  return messagesOf(history, contentOf, steering, imageOf);
}

/** True when the chat had a fresh start after what a summary covers. */
function hasFreshStart(
  history: readonly HistoryEntry[],
  steering: readonly Steering[],
  { until }: Summary,
): boolean {
  return steering.some(
    ({ kind, messageId }) => kind === 'fresh' && messageId > until && isIn(history, messageId),
  );
}

function isIn(history: readonly HistoryEntry[], messageId: MessageId): boolean {
  return history.some((entry) => entry.role === 'agent' && entry.messageId === messageId);
}

/** Removes the first steps of a message; the later ones keep their numbers. */
function without(entry: HistoryEntry, steps: number): HistoryEntry {
  if (entry.role === 'user') return entry;
  return {
    ...entry,
    steps: entry.steps.map((step, number) => (number < steps ? { complete: true, parts: [] } : step)),
  };
}

function messagesOf(
  history: readonly HistoryEntry[],
  contentOf: (entry: UserEntry) => UserContent,
  steering: readonly Steering[],
  imageOf: ImageSource,
): ModelMessage[] {
  return history.flatMap((entry, index) => {
    if (entry.role === 'user') return [{ role: 'user', content: contentOf(entry) } satisfies ModelMessage];
    const isLast = index === history.length - 1;
    const told = steering.filter(({ messageId }) => messageId === entry.messageId);
    const isKept = isLast ? isBeforeEnd(entry.steps) : () => true;
    const steps = entry.steps.flatMap((step, number) => [
      ...steeringMessages(told, (place) => place === number),
      ...(isKept(number) ? stepMessages(step, imageOf) : []),
    ]);
    return [...steps, ...steeringMessages(told, (place) => place >= entry.steps.length)];
  });
}

/**
 * Tells which steps are no beginning of the answer that is asked for: those at the end that broke off. Claude refuses a
 * request that ends with its own words.
 */
function isBeforeEnd(steps: readonly Step[]): (number: number) => boolean {
  const isWhole = ({ complete, parts }: Step) => complete || parts.some(({ type }) => type === 'tool');
  const last = steps.at(-1)?.complete === false ? steps.length - 2 : steps.length - 1;
  const end = steps.slice(0, last + 1).findLastIndex(isWhole);
  return (number) => number <= end;
}

function steeringMessages(told: readonly Steering[], isHere: (step: number) => boolean): ModelMessage[] {
  return told.flatMap(({ step, text }) => (isHere(step) ? [{ role: 'user', content: text }] : []));
}

function stepMessages({ parts, complete }: Step, imageOf: ImageSource): ModelMessage[] {
  const content = parts.flatMap((part) => toContent(part, complete));
  const results = parts.flatMap((part) => toResult(part, imageOf));
  return [
    ...(content.length > 0 ? [{ role: 'assistant', content } satisfies ModelMessage] : []),
    ...(results.length > 0 ? [{ role: 'tool', content: results } satisfies ModelMessage] : []),
  ];
}

type AssistantParts = Exclude<AssistantContent, string>;

function toContent(part: PartRow, complete: boolean): AssistantParts {
  const options = part.provider_metadata === null ? {} : { providerOptions: part.provider_metadata };
  switch (part.type) {
    case 'text':
      return showsNothing(part.text) ? [] : [{ type: 'text', text: part.text, ...options }];
    case 'reasoning':
      return complete ? [{ type: 'reasoning', text: part.text, ...options }] : [];
    case 'tool': {
      const { tool_call_id: toolCallId, input } = part;
      return [
        { type: 'tool-call', toolCallId, toolName: sentName(part), input: asObject(input), ...options },
      ];
    }
  }
}

function toResult(part: PartRow, imageOf: ImageSource): ToolContent {
  if (part.type !== 'tool') return [];
  const { tool_call_id: toolCallId, result } = part;
  const toolName = sentName(part);
  const { ok, text: value, images = [] } = result ?? { ok: false, text: interrupted };
  if (!ok || images.length === 0)
    return [
      { type: 'tool-result', toolCallId, toolName, output: { type: ok ? 'text' : 'error-text', value } },
    ];
  const seen = images.map((image) => {
    const content = imageOf(image);
    return typeof content === 'string'
      ? { type: 'text' as const, text: content }
      : {
          type: 'file' as const,
          mediaType: content.mediaType,
          data: { type: 'data' as const, data: content.data },
        };
  });
  const content = [{ type: 'text' as const, text: value }, ...seen];
  return [{ type: 'tool-result', toolCallId, toolName, output: { type: 'content', value: content } }];
}

/**
 * Returns the name of a call as providers take it: a model may call anything by any name, and they refuse a chat with one
 * that no tool could have. Their libraries look names up in objects, which know `constructor`.
 */
function sentName({ tool_name: given }: Extract<PartRow, { type: 'tool' }>): string {
  const name = plainToolName(given);
  return name in Object.prototype ? `${name}_` : name;
}

/** Providers accept only objects as input in the history, whatever the model sent. */
function asObject(input: unknown): unknown {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isObject ? input : { input };
}

type UserEntry = Extract<HistoryEntry, { role: 'user' }>;

type UserPart = Exclude<UserContent, string>[number];

/** Returns an image for a model, or text in its place. */
export type ImageSource = (image: ImageAttachment) => { mediaType: string; data: Uint8Array } | string;

type ContentSource = {
  imageOf: ImageSource;
  /** Returns the content of a text file. */
  bytesOf: (id: AttachmentId) => Uint8Array;
};

/**
 * Converts a person's message for a model: images, then text files between lines that name them, then the
 * person's text. Attached parts are marked under `parley` for the guide, which providers ignore.
 */
export function userContent({ text, attachments }: UserEntry, source: ContentSource): UserContent {
  if (attachments.length === 0) return text;
  const images = attachments.filter((attachment) => attachment.kind === 'image');
  const files = attachments.filter((attachment) => attachment.kind === 'text');
  const words: UserPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  return [
    ...images.map((image) => imagePart(image, source)),
    ...files.map((file) => filePart(file, source)),
    ...words,
  ];
}

function imagePart(image: ImageAttachment, { imageOf }: ContentSource): UserPart {
  const { kind, name } = image;
  const providerOptions = { parley: { attachment: name, kind } };
  const content = imageOf(image);
  return typeof content === 'string'
    ? { type: 'text', text: content, providerOptions }
    : { type: 'file', ...content, filename: name, providerOptions };
}

function filePart({ id, kind, name }: TextAttachment, { bytesOf }: ContentSource): UserPart {
  const content = textForAgent(bytesOf(id));
  const text = `[Attached file: ${name}]\n${content}${content.endsWith('\n') ? '' : '\n'}[End of ${name}]`;
  return { type: 'text', text, providerOptions: { parley: { attachment: name, kind } } };
}
