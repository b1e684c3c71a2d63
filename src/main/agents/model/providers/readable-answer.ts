import type { createParser as CreateParser, EventSourceMessage } from 'eventsource-parser';
import { property } from '../../../../shared/thrown-error.ts';

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;
type Bytes = Uint8Array<ArrayBuffer>;

export type Fields = Record<string, unknown>;

/** Reads the events of one answer the way a provider's library wants them. */
export type AnswerReader = {
  /** Returns the events that one stands for; undefined for one that means nothing in this protocol. */
  read(event: unknown): readonly unknown[] | undefined;
  /** True once the answer has come to its end: what comes after that is no part of it. */
  isOver(): boolean;
  /** Returns the events that the end of the answer stands for. */
  end(): readonly unknown[];
};

/** How a provider streams. */
export type Protocol = {
  /** Events between blank lines (Server-Sent Events), or one JSON object a line. */
  framing: 'events' | 'lines';
  /** Returns the events of an answer that came whole; those of any other value are that value. */
  fromWhole: (answer: unknown) => readonly unknown[];
  reader: () => AnswerReader;
};

/** A web page came in place of an answer. */
export class WebPageAnswer extends Error {
  override readonly name = 'WebPageAnswer';
}

/** Nothing of an answer could be read; `line` is the first that could not. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  readonly line: string;

  constructor(line: string) {
    super('Nothing of the answer could be read.');
    this.line = line;
  }
}

/** The connection ended in the middle of an answer, or before it. */
export class AnswerCut extends Error {
  override readonly name = 'AnswerCut';
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

/** An error that came as an answer of status 200; `statusCode` is the status that it stands for. */
export class RefusingAnswer extends Error {
  override readonly name = 'RefusingAnswer';
  readonly statusCode: number;
  readonly type: string;
  readonly code: string;

  constructor(statusCode: number, { message, type, code }: { message: string; type: string; code: string }) {
    super(message);
    [this.statusCode, this.type, this.code] = [statusCode, type, code];
  }
}

/** True for the beginning of a text that is a web page. */
export function isWebPage(text: string): boolean {
  return /^[\s\ufeff]*(<\?xml[^>]*>\s*)?<(!doctype html|html|head|body|!--)/i.test(text);
}

/**
 * A stream of what an answer plainly means, one JSON event after the other. What can't be read is left out where the
 * answer goes on. Ends in WebPageAnswer, RefusingAnswer, UnreadableAnswer or AnswerCut where there is no answer.
 */
export function readableAnswer(body: Body, protocol: Protocol): Body {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let answer: AnswerText | undefined;
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      async start(controller) {
        const { createParser } = await import('eventsource-parser');
        const prefix = protocol.framing === 'events' ? 'data: ' : '';
        const ending = protocol.framing === 'events' ? '\n\n' : '\n';
        answer = new AnswerText(protocol, createParser, (event) =>
          controller.enqueue(encoder.encode(`${prefix}${JSON.stringify(event)}${ending}`)),
        );
      },
      transform: (chunk) => answer?.add(decoder.decode(chunk, { stream: true })),
      flush: () => answer?.end(decoder.decode()),
    }),
  );
}

/** The most of a line that can't be read that is kept, in characters. */
const longestShown = 500;

/** The text of an answer, whose kind its first sign tells. */
class AnswerText {
  readonly #protocol: Protocol;
  readonly #createParser: typeof CreateParser;
  readonly #reader: AnswerReader;
  readonly #emit: (event: unknown) => void;
  #beginning = '';
  #feed: { add(text: string): void; end(): void } | undefined;
  #wasRead = false;
  #unread: string | undefined;
  /** True where the last event could not be read. */
  #endsUnread = false;

  constructor(protocol: Protocol, createParser: typeof CreateParser, emit: (event: unknown) => void) {
    this.#protocol = protocol;
    this.#createParser = createParser;
    this.#reader = protocol.reader();
    this.#emit = emit;
  }

  add(text: string): void {
    if (this.#feed !== undefined) return this.#feed.add(text);
    this.#beginning += this.#beginning === '' ? text.replace(/^[\s\ufeff]+/, '') : text;
    // A page is told by more than its first sign.
    if (this.#beginning.length < 16) return;
    this.#begin();
  }

  end(text: string): void {
    this.add(text);
    if (this.#feed === undefined) this.#begin();
    this.#feed?.end();
    if (!this.#wasRead && this.#unread !== undefined) throw new UnreadableAnswer(this.#unread);
    if (this.#endsUnread && !this.#reader.isOver())
      throw new AnswerCut('The answer ends in the middle of an event.');
    for (const event of this.#reader.end()) this.#emit(event);
  }

  #begin(): void {
    const text = this.#beginning;
    if (isWebPage(text)) throw new WebPageAnswer('A web page came in place of an answer.');
    const take = (data: string, isWhole: boolean) => this.#take(data, isWhole);
    const note = (line: string) => this.#note(line);
    this.#feed =
      /^[{[]/.test(text) || this.#protocol.framing === 'lines'
        ? linesOf(take)
        : eventsOf(this.#createParser, take, note);
    this.#feed.add(text);
    this.#beginning = '';
  }

  /** Takes the data of one event; `isWhole` where that may be the whole answer. */
  #take(data: string, isWhole: boolean): void {
    if (data.trim() === '' || data === '[DONE]') return;
    this.#endsUnread = false;
    const event = parsed(data);
    if (!event.ok) return this.#note(data);
    const all = isWhole ? this.#protocol.fromWhole(event.value) : [event.value];
    for (const one of all) {
      const meant = this.#reader.read(one);
      if (meant === undefined) this.#unread ??= data.slice(0, longestShown);
      else if (meant.length > 0) this.#wasRead = true;
      for (const each of meant ?? []) this.#emit(each);
    }
  }

  #note(line: string): void {
    this.#unread ??= line.slice(0, longestShown);
    this.#endsUnread = true;
  }
}

function eventsOf(
  createParser: typeof CreateParser,
  take: (data: string, isWhole: boolean) => void,
  note: (line: string) => void,
) {
  const parser = createParser({
    onEvent: ({ event, data }: EventSourceMessage) => take(event === 'error' ? asError(data) : data, false),
    onError: ({ line }) => {
      if (line !== undefined && line.trim() !== '') note(line);
    },
  });
  return {
    add: (text: string) => parser.feed(text),
    end: () => parser.feed('\n\n'),
  };
}

/** Returns the data of an event that is called an error in the form of one. */
function asError(data: string): string {
  const event = parsed(data);
  const fields = event.ok ? fieldsOf(event.value) : undefined;
  return fields === undefined || 'error' in fields || 'type' in fields
    ? data
    : JSON.stringify({ error: fields });
}

/** JSON in lines, or one value in many lines. */
function linesOf(take: (data: string, isWhole: boolean) => void) {
  let held = '';
  let isMany = false;
  return {
    add(text: string) {
      held += text;
      if (isMany) return;
      const ends = held.split(/\r?\n/);
      const rest = ends.pop() ?? '';
      const [first] = ends;
      if (first === undefined) return;
      if (/^\s*[{[]/.test(first) && !parsed(first).ok) {
        isMany = true;
        return;
      }
      held = rest;
      for (const line of ends) take(line, true);
    },
    end() {
      if (!isMany || parsed(held).ok) return take(held, true);
      for (const line of held.split(/\r?\n/)) take(line, true);
    },
  };
}

function parsed(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** Returns an object's fields; undefined for any other value. */
export function fieldsOf(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the refusal that an event is, undefined for any other: `{error}` of most servers, `{object: 'error'}` of
 * vLLM, or one in a form of its own.
 */
export function refusalIn(event: Fields, hasBegun: boolean): RefusingAnswer | undefined {
  const { error } = event;
  if (error !== undefined && error !== null && error !== false) return refusal(error, hasBegun);
  const other = event['object'] === 'error' ? event : otherRefusal(event);
  return other === undefined ? undefined : refusal(other, hasBegun);
}

/** What stands in a refusal that is only a message, as those of Kong and AWS's gateways. */
const besidesMessage: ReadonlySet<string> = new Set(['message', 'code', 'request_id', 'requestId']);

/** Refusals of MiniMax (`base_resp`), FastAPI (`detail`), Baidu (`error_msg`), Cloudflare and Zhipu (`success`). */
function otherRefusal(event: Fields): unknown {
  const { code, message, msg, error_code, error_msg, errors } = event;
  const { status_code, status_msg } = fieldsOf(event['base_resp']) ?? {};
  if (typeof status_code === 'number' && status_code !== 0) return { code: status_code, message: status_msg };
  if ('choices' in event) return undefined;
  if ('detail' in event) return event['detail'];
  if (error_msg !== undefined) return { code: error_code, message: error_msg };
  if (event['success'] === false)
    return (Array.isArray(errors) ? fieldsOf(errors[0]) : undefined) ?? { code, message: message ?? msg };
  const isOnlyMessage =
    typeof message === 'string' && Object.keys(event).every((key) => besidesMessage.has(key));
  return isOnlyMessage ? { code, message } : undefined;
}

/** Returns what a refusal says, by its body; undefined where that has no known form. */
export function refusalWords(body: string): string | undefined {
  const value = parsed(body);
  const fields = value.ok ? fieldsOf(value.value) : undefined;
  return fields === undefined ? undefined : refusalIn(fields, false)?.message.trim();
}

function refusal(error: unknown, hasBegun: boolean): RefusingAnswer {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');
  const [code, type] = [text(property(error, 'code')), text(property(error, 'type'))];
  const words = text(error) || text(property(error, 'message')) || JSON.stringify(error);
  const said = [code, text(property(error, 'status')), text(property(error, 'status_code'))].map(Number);
  const status = said.find((number) => number >= 400 && number < 600);
  return new RefusingAnswer(status ?? (hasBegun || /server|internal|upstream/i.test(type) ? 500 : 400), {
    message: [words, text(property(error, 'status'))].join(' '),
    type,
    code,
  });
}

/**
 * Reads a protocol whose events are objects that `isKnown` knows; `isLast` knows those that end an answer, `meaning` puts
 * right what needs it.
 */
export function objectReader(
  isKnown: (event: Fields) => boolean,
  isLast: (event: Fields) => boolean,
  meaning = (event: Fields) => event,
): AnswerReader {
  let [hasBegun, isOver] = [false, false];
  return {
    isOver: () => isOver,
    read(event) {
      if (event === null || event === '') return [];
      const fields = fieldsOf(event);
      if (fields === undefined) return undefined;
      const isEvent = isKnown(fields);
      const refused = isEvent ? undefined : refusalIn(fields, hasBegun);
      if (refused !== undefined) throw refused;
      if (!isEvent) return undefined;
      hasBegun = true;
      isOver ||= isLast(fields);
      return [meaning(fields)];
    },
    end() {
      if (!hasBegun) throw new AnswerCut('There is no answer.');
      return [];
    },
  };
}
