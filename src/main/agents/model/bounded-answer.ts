import type { TextStreamPart, ToolSet } from 'ai';
import { isNestedTooDeep } from '../nesting.ts';
import { CutOff, modelBounds } from './model-bounds.ts';
import { UnreadableAnswer } from './providers/readable-answer.ts';

type StreamPart = TextStreamPart<ToolSet>;

/**
 * Passes on the parts of one answer while they stay within the bounds; throws CutOff at the first that does not.
 * `letGo` is called if the answer is not read to its end: the stream is closed then without waiting, since a
 * provider that keeps sending may never close it.
 */
export async function* boundedAnswer(
  parts: AsyncIterable<StreamPart>,
  letGo: () => void,
): AsyncGenerator<StreamPart, void> {
  const size = new AnswerSize();
  const reader = parts[Symbol.asyncIterator]();
  let isRead = false;
  try {
    for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
      size.add(next.value);
      yield next.value.type === 'error' ? { ...next.value, error: asRead(next.value.error) } : next.value;
    }
    isRead = true;
  } finally {
    if (!isRead) {
      letGo();
      void reader.return?.().catch(() => undefined);
    }
  }
}

class AnswerSize {
  #bytes = 0;
  #parts = 0;
  #calls = 0;
  /** Bytes of each input being streamed; its call repeats it whole. */
  readonly #inputs = new Map<string, number>();

  add(part: StreamPart): void {
    if ('providerMetadata' in part && part.providerMetadata !== undefined)
      this.#grow(bytesOf(JSON.stringify(part.providerMetadata)));
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        return this.#addPart();
      case 'text-delta':
      case 'reasoning-delta':
        return this.#grow(bytesOf(part.text));
      case 'tool-input-start':
        return this.#addCall(part.id);
      case 'tool-input-delta':
        return this.#addInput(part.id, bytesOf(part.delta));
      case 'tool-call':
        if (isNestedTooDeep(part.input)) throw new CutOff('tool-input-too-deep');
        if (!this.#inputs.has(part.toolCallId)) this.#addCall(part.toolCallId);
        if (this.#inputs.get(part.toolCallId) === 0)
          this.#addInput(part.toolCallId, bytesOf(JSON.stringify(part.input)));
        return;
      case 'file':
      case 'reasoning-file':
        this.#addPart();
        return this.#grow(part.file.base64.length);
      case 'source':
        return this.#addPart();
      case 'text-end':
      case 'reasoning-end':
      case 'error':
      case 'abort':
      case 'start':
      case 'start-step':
      case 'finish':
      case 'finish-step':
      case 'tool-input-end':
      case 'tool-result':
      case 'tool-error':
      case 'tool-output-denied':
      case 'tool-approval-request':
      case 'tool-approval-response':
      case 'steering-message':
      case 'custom':
      case 'raw':
      case 'ping':
        return;
    }
  }

  #addPart(): void {
    this.#parts += 1;
    if (this.#parts > modelBounds.parts) throw new CutOff('too-many-parts');
  }

  #addCall(id: string): void {
    this.#inputs.set(id, 0);
    this.#calls += 1;
    if (this.#calls > modelBounds.toolCalls) throw new CutOff('too-many-calls');
    this.#addPart();
  }

  #addInput(id: string, bytes: number): void {
    const input = (this.#inputs.get(id) ?? 0) + bytes;
    this.#inputs.set(id, input);
    if (input > modelBounds.toolInput) throw new CutOff('tool-input-too-large');
    this.#grow(bytes);
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > modelBounds.answer) throw new CutOff('answer-too-large');
  }
}

/** Input that is not JSON comes as undefined. */
function bytesOf(text: string | undefined): number {
  return text === undefined ? 0 : Buffer.byteLength(text);
}

/** What the library can't read it ends in bare errors, without a name, a code or a cause; its other errors have these. */
function asRead(error: unknown): unknown {
  const isBare =
    error instanceof Error &&
    ['Error', 'TypeError'].includes(error.name) &&
    error.cause === undefined &&
    !('code' in error);
  return isBare ? new UnreadableAnswer(error.message) : error;
}
