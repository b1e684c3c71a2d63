import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai';
import type { StepPosition } from '../../storage/steering-store.ts';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { ToolKind } from '../../../shared/transcript/transcript.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import { showsNothing } from '../../chat/shows-nothing.ts';
import type { TextTail } from '../../chat/text-tail.ts';
import { unusedCallId } from '../unused-call-id.ts';
import { BrokenAnswer, cutCallText, EmptyAnswer, emptyReason, improperFinish } from './answer-end.ts';
import { cutOfRequest } from './providers/ollama.ts';
import { isMarkedAsThought } from './providers/thought-tags.ts';
import { costOf, countedTokens, type Price } from './model-table.ts';

type StreamPart = TextStreamPart<ToolSet>;
type FinishPart = Extract<StreamPart, { type: 'finish-step' }>;
type OpenText = { type: 'text' | 'reasoning'; position: number; tail: TextTail; metadata: unknown };

export type RecorderDeps = {
  /** The model's name for people. */
  by: string;
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
  readonly #deps: RecorderDeps;
  readonly #position: StepPosition;
  readonly #texts = new Map<string, OpenText>();
  #hasAnswer = false;
  /** The calls whose input is empty or can't be read, as it is where an answer is cut in their middle. */
  readonly #halfCalls: ToolCallId[] = [];
  /** Whether some input of a call has come. */
  readonly #inputs = new Map<string, boolean>();
  #hasThoughts = false;
  #hasCalls = false;
  /** When the model began to work on the next part. */
  #nextSince: number;

  constructor(deps: RecorderDeps, position: StepPosition) {
    this.#deps = deps;
    this.#log = deps.log;
    this.#workspaceId = deps.workspaceId;
    this.#position = position;
    this.#nextSince = this.#log.now();
  }

  /** True once anything of the answer has come. */
  get hasBegun(): boolean {
    return this.#hasAnswer || this.#hasThoughts;
  }

  /**
   * Throws the stream's own error when the provider reports one, BrokenAnswer for an improper end, EmptyAnswer for
   * an end without an answer.
   */
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
      case 'tool-input-delta':
        if (part.delta.trim() !== '') this.#inputs.set(part.id, true);
        return;
      case 'tool-input-start':
        this.#inputs.set(part.id, false);
        return;
      case 'tool-call':
        return this.#addCall(part);
      case 'error':
        throw part.error;
      case 'abort':
        throw new DOMException('The turn was stopped.', 'AbortError');
      case 'finish-step':
        this.#addUsage(part.usage);
        this.#noteCut(part.providerMetadata);
        return this.#finish(part);
      case 'start':
      case 'start-step':
      case 'finish':
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
    const { messageId, step } = this.#position;
    const position = this.#log.addPart(this.#workspaceId, { messageId, step, type, text: '', metadata });
    const tail = this.#log.openText(this.#workspaceId, messageId, position);
    this.#texts.set(id, { type, position, tail, metadata });
  }

  #append(id: string, text: string, metadata: unknown): void {
    const open = this.#texts.get(id);
    open?.tail.append(text);
    if (open?.type === 'reasoning') this.#hasThoughts = true;
    else if (!showsNothing(text)) this.#hasAnswer = true;
    if (open !== undefined && metadata !== undefined) open.metadata = metadata;
  }

  #close(id: string, metadata: unknown): void {
    const open = this.#texts.get(id);
    if (open === undefined) return;
    this.#texts.delete(id);
    const { messageId } = this.#position;
    this.#log.closeText(this.#workspaceId, open.tail);
    const isThought = open.type === 'reasoning' || isMarkedAsThought(metadata);
    const last = metadata ?? open.metadata;
    if (open.type === 'text' && isThought) this.#foldThought(open.position);
    else if (last !== undefined) this.#log.setMetadata(messageId, open.position, last);
    this.#log.endPart(this.#workspaceId, messageId, open.position);
    this.#nextSince = this.#log.now();
  }

  /** What was taken for the answer was thought. */
  #foldThought(position: number): void {
    this.#log.foldThought(this.#workspaceId, this.#position.messageId, position);
    this.#hasThoughts = true;
    this.#hasAnswer = this.#hasCalls;
  }

  #addCall(call: Extract<StreamPart, { type: 'tool-call' }>): void {
    [this.#hasAnswer, this.#hasCalls] = [true, true];
    const { toolName, providerMetadata: metadata } = call;
    const input: unknown = call.input;
    const toolCallId = unusedCallId(call.toolCallId, (id) => this.#log.hasCall(this.#workspaceId, id));
    if (call.invalid === true || this.#inputs.get(call.toolCallId) === false)
      this.#halfCalls.push(toolCallId);
    const kind = this.#deps.kindOf(toolName);
    const part = { ...this.#position, type: 'tool' as const, kind, toolCallId, toolName, input, metadata };
    // The time of a call includes that in which the model made it.
    this.#log.addPart(this.#workspaceId, part, this.#nextSince);
    this.#nextSince = this.#log.now();
    const refused = this.#deps.refusal(toolName);
    if (refused !== undefined)
      this.#log.settleTool(this.#workspaceId, this.#position.messageId, toolCallId, refused);
  }

  /** Says of a request that the model did not read all of it. */
  #noteCut(metadata: unknown): void {
    const cut = cutOfRequest(metadata);
    if (cut === undefined) return;
    const note = { type: 'read-in-part' as const, by: this.#deps.by, ...cut };
    this.#log.addNotes(this.#workspaceId, this.#position.messageId, [note]);
  }

  #addUsage(usage: LanguageModelUsage): void {
    const { inputTokens: input = 0, outputTokens: output = 0 } = usage;
    if (input + output === 0) return;
    const { price } = this.#deps;
    const counted = countedTokens(usage);
    const cost = price === null ? null : costOf(price, counted);
    this.#log.usage.add(
      this.#workspaceId,
      this.#position.messageId,
      { input, output, cached: counted.cacheRead },
      cost,
    );
  }

  /**
   * A cut or empty answer is left incomplete, to be requested again; one that reached the length limit stays as it is.
   */
  #finish({ finishReason: reason, rawFinishReason: raw, usage }: FinishPart): void {
    this.end();
    const broken = improperFinish(reason);
    const isSaid = this.#hasAnswer || broken === 'length' || broken === 'interrupted';
    if (!isSaid && (broken !== 'error' || raw !== undefined))
      throw new EmptyAnswer(emptyReason(reason, { raw, hasThoughts: this.#hasThoughts }));
    const { messageId, step } = this.#position;
    if (broken !== 'interrupted' && broken !== 'error') this.#log.completeSteps(messageId, step + 1);
    const tokens = usage.outputTokens || undefined;
    if (broken === 'length') this.#settleHalfCalls(tokens);
    if (broken !== undefined) throw new BrokenAnswer(broken, tokens);
  }

  /** The calls in whose middle the answer was cut are never run. */
  #settleHalfCalls(tokens: number | undefined): void {
    for (const toolCallId of this.#halfCalls) {
      const result = { ok: false, text: cutCallText(tokens) };
      this.#log.settleTool(this.#workspaceId, this.#position.messageId, toolCallId, result);
    }
  }
}
