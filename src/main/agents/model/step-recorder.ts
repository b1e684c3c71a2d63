import type { FinishReason, LanguageModelUsage, TextStreamPart, ToolSet } from 'ai';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ToolKind } from '../../../shared/transcript/transcript.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { TextTail } from '../../chat/text-tail.ts';
import { unusedCallId } from '../unused-call-id.ts';
import { BrokenAnswer, improperFinish } from './bounded-answer.ts';
import { costOf, countedTokens, type Price } from './model-table.ts';
import type { StepPlace } from './next-move.ts';

type StreamPart = TextStreamPart<ToolSet>;
type OpenText = { type: 'text' | 'reasoning'; position: number; tail: TextTail; metadata: unknown };

export type RecorderParts = {
  log: ChatLog;
  workspaceId: WorkspaceId;
  /** Null where the price is unknown. */
  price: Price | null;
  /** Returns the kind of part for a call of this tool. */
  kindOf: (toolName: string) => ToolKind;
  /** Returns the result of a call that must not run; undefined when it may. */
  refusal: (toolName: string) => ToolResult | undefined;
};

/** Writes what one model call streams into the chat, part by part. */
export class StepRecorder {
  readonly #log: ChatLog;
  readonly #workspaceId: WorkspaceId;
  readonly #parts: RecorderParts;
  readonly #place: StepPlace;
  readonly #texts = new Map<string, OpenText>();
  /** When the model began to work on the next part. */
  #nextSince: number;

  constructor(parts: RecorderParts, place: StepPlace) {
    this.#parts = parts;
    this.#log = parts.log;
    this.#workspaceId = parts.workspaceId;
    this.#place = place;
    this.#nextSince = this.#log.now();
  }

  /** Throws the stream's own error when the provider reports one, BrokenAnswer for an improper end. */
  record(part: StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        return this.#open(part.type === 'text-start' ? 'text' : 'reasoning', part.id, part.providerMetadata);
      case 'text-delta':
      case 'reasoning-delta':
        return this.#append(part.id, part.text, part.providerMetadata);
      case 'text-end':
      case 'reasoning-end':
        return this.#close(part.id, part.providerMetadata);
      case 'tool-call':
        return this.#addCall(part);
      case 'error':
        throw part.error;
      case 'abort':
        throw new DOMException('The turn was stopped.', 'AbortError');
      case 'finish-step':
        this.#addUsage(part.usage);
        return this.#finish(part.finishReason);
      case 'start':
      case 'start-step':
      case 'finish':
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
      case 'tool-result':
      case 'tool-error':
      case 'tool-output-denied':
      case 'tool-approval-request':
      case 'tool-approval-response':
      case 'steering-message':
      case 'source':
      case 'file':
      case 'reasoning-file':
      case 'custom':
      case 'raw':
      case 'ping':
        return;
    }
  }

  /** Stores unfinished parts; to be called however the stream ended. */
  end(): void {
    for (const id of this.#texts.keys()) this.#close(id, undefined);
  }

  #open(type: 'text' | 'reasoning', id: string, metadata: unknown): void {
    const { messageId, step } = this.#place;
    const position = this.#log.addPart(this.#workspaceId, { messageId, step, type, text: '', metadata });
    const tail = this.#log.openText(this.#workspaceId, messageId, position);
    this.#texts.set(id, { type, position, tail, metadata });
  }

  #append(id: string, text: string, metadata: unknown): void {
    const open = this.#texts.get(id);
    open?.tail.append(text);
    if (open !== undefined && metadata !== undefined) open.metadata = metadata;
  }

  #close(id: string, metadata: unknown): void {
    const open = this.#texts.get(id);
    if (open === undefined) return;
    this.#texts.delete(id);
    const { messageId } = this.#place;
    const last = metadata ?? open.metadata;
    if (last !== undefined) this.#log.setMetadata(messageId, open.position, last);
    this.#log.closeText(this.#workspaceId, open.tail);
    if (open.type === 'reasoning') this.#log.endThought(this.#workspaceId, messageId, open.position);
    this.#nextSince = this.#log.now();
  }

  #addCall(call: Extract<StreamPart, { type: 'tool-call' }>): void {
    const { toolName, providerMetadata: metadata } = call;
    const input: unknown = call.input;
    const toolCallId = unusedCallId(call.toolCallId, (id) => this.#log.hasCall(this.#workspaceId, id));
    const kind = this.#parts.kindOf(toolName);
    const part = { ...this.#place, type: 'tool' as const, kind, toolCallId, toolName, input, metadata };
    // The time of a call includes that in which the model made it.
    this.#log.addPart(this.#workspaceId, part, this.#nextSince);
    this.#nextSince = this.#log.now();
    const refused = this.#parts.refusal(toolName);
    if (refused !== undefined)
      this.#log.settleTool(this.#workspaceId, this.#place.messageId, toolCallId, refused);
  }

  #addUsage(usage: LanguageModelUsage): void {
    const { inputTokens: input = 0, outputTokens: output = 0 } = usage;
    if (input + output === 0) return;
    const { price } = this.#parts;
    const cost = price === null ? null : costOf(price, countedTokens(usage));
    this.#log.usage.add(this.#workspaceId, this.#place.messageId, { input, output }, cost);
  }

  /** A cut answer is left incomplete, to be requested again; one that reached the length limit stays as it is. */
  #finish(reason: FinishReason): void {
    this.end();
    const broken = improperFinish(reason);
    const { messageId, step } = this.#place;
    if (broken !== 'interrupted' && broken !== 'error') this.#log.completeSteps(messageId, step + 1);
    if (broken !== undefined) throw new BrokenAnswer(broken);
  }
}
