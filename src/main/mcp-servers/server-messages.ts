import { randomUUID } from 'node:crypto';
import {
  isSpecType,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';

/** How many form schemas, and how many open requests, are kept; beyond it the oldest is dropped. */
const mostWaiting = 1_000;

/** Where the reading of an endless list stops: after so many pages, entries or milliseconds. */
const mostPages = 50;
const mostEntries = 1_000;
const longestReading = 30_000;

/** How much is shown of a content block of an unknown kind, in characters. */
const longestPart = 2_000;

const objectSchema = z.record(z.string(), z.unknown());

const elicitationSchema = z.looseObject({
  method: z.literal('elicitation/create'),
  params: z.looseObject({ requestedSchema: z.unknown() }),
});

const cursorSchema = z.looseObject({ cursor: z.string() });

/** The field with the entries, by the method of a list. */
const listFields: ReadonlyMap<string, string> = new Map([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
]);

/** An unanswered request. */
type Asked = { method: string; isLaterPage: boolean };

/** A list as far as it was read; `isCut` if there are more pages. */
type Reading = { since: number; pages: number; entries: number; last: Result; isCut: boolean };

type Result = Record<string, unknown>;

type ServerMessagesDeps = { now: () => number; log: (line: string) => void };

/**
 * Stands between a transport and the MCP library, which rejects a whole answer for one part that breaks the protocol, and
 * drops fields it does not know. Repairs or removes such parts of what a server sends, and keeps what was removed.
 */
export class ServerMessages {
  readonly #deps: ServerMessagesDeps;
  readonly #forms = new Map<string, unknown>();
  readonly #asked = new Map<RequestId, Asked>();
  readonly #lists = new Map<string, Reading>();
  readonly #outputSchemas = new Map<string, unknown>();
  /** The field that wraps structured content other than an object, which the protocol of 2025 does not take. */
  readonly #wrapped = `value-${randomUUID()}`;

  constructor(deps: ServerMessagesDeps) {
    this.#deps = deps;
  }

  watch(transport: Transport): void {
    let taken = transport.onmessage;
    Object.defineProperty(transport, 'onmessage', {
      configurable: true,
      get: () => taken,
      set: (take: Transport['onmessage']) => {
        taken = take && ((message, extra) => take(this.#mended(message), extra));
      },
    });
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if ('method' in message && 'id' in message) this.#note(message);
      return send(message, options);
    };
  }

  /** Returns the original schema of a form; one that was not replaced is returned as it is. */
  formSchema(requested: { properties: Record<string, unknown> }): unknown {
    const [name = ''] = Object.keys(requested.properties);
    if (!this.#forms.has(name)) return requested;
    const schema = this.#forms.get(name);
    this.#forms.delete(name);
    return schema;
  }

  /** Returns the output schema of a tool; undefined for none. */
  outputSchema(tool: string): unknown {
    return this.#outputSchemas.get(tool);
  }

  /** Returns the structured content that the server sent. */
  structuredContent({ structuredContent: sent }: { structuredContent?: unknown }): unknown {
    const fields = objectSchema.safeParse(sent);
    return fields.success && this.#wrapped in fields.data ? fields.data[this.#wrapped] : sent;
  }

  /** True if the list of a method has more pages than were read. */
  isCut(method: string): boolean {
    return this.#lists.get(method)?.isCut === true;
  }

  #note({ id, method, params }: { id: RequestId; method: string; params?: unknown }): void {
    const isLaterPage = cursorSchema.safeParse(params).success;
    keep(this.#asked, id, { method, isLaterPage });
    if (!listFields.has(method) || isLaterPage) return;
    this.#lists.set(method, { since: this.#deps.now(), pages: 0, entries: 0, last: {}, isCut: false });
    if (method === 'tools/list') this.#outputSchemas.clear();
  }

  #mended(message: JSONRPCMessage): JSONRPCMessage {
    if ('method' in message) return this.#named(message);
    const { id } = message;
    if (id === undefined) return message;
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (asked === undefined) return message;
    const list = listFields.get(asked.method);
    if ('error' in message) {
      const result = list !== undefined && asked.isLaterPage && this.#withoutLaterPages(asked.method, list);
      return result ? { jsonrpc: '2.0', id, result } : message;
    }
    const result = this.#withNamedForms(message.result);
    if (list !== undefined) return { ...message, result: this.#mendedPage(result, asked.method, list) };
    return asked.method === 'tools/call' ? { ...message, result: this.#mendedCall(result) } : message;
  }

  /** Returns an empty last page, in place of an error. */
  #withoutLaterPages(method: string, field: string): Result | undefined {
    const reading = this.#lists.get(method);
    if (reading === undefined) return undefined;
    reading.isCut = true;
    this.#deps.log(`Its list of ${field} broke off after page ${reading.pages}.`);
    return { ...reading.last, [field]: [] };
  }

  /** Drops unreadable entries, and the cursor once enough was read. */
  #mendedPage(result: Result, method: string, field: string): Result {
    const reading = this.#lists.get(method);
    const { [field]: entries, nextCursor: next, ...others } = result;
    if (reading === undefined || !Array.isArray(entries)) return result;
    const read = method === 'tools/list' ? entries.flatMap((entry) => this.#mendedTool(entry)) : entries;
    reading.pages += 1;
    reading.entries += read.length;
    reading.last = others;
    const page = { ...others, [field]: read };
    // Python's servers send null after the last page.
    if (typeof next !== 'string') return page;
    const isEnough =
      reading.pages >= mostPages ||
      reading.entries > mostEntries ||
      this.#deps.now() - reading.since > longestReading;
    if (!isEnough) return { ...page, nextCursor: next };
    reading.isCut = true;
    this.#deps.log(`Its list of ${field} has more pages than the ${reading.pages} that were read.`);
    return page;
  }

  /** Returns a tool as the library takes it; nothing for one without a name. */
  #mendedTool(entry: unknown): unknown[] {
    const fields = objectSchema.safeParse(entry);
    const { name, outputSchema, inputSchema, ...others } = fields.data ?? {};
    if (typeof name !== 'string') {
      this.#deps.log('One of its tools is left out: it has no name.');
      return [];
    }
    if (outputSchema !== undefined && outputSchema !== null) this.#outputSchemas.set(name, outputSchema);
    const tool = { name, inputSchema: inputSchema ?? { type: 'object' }, ...others };
    if (isSpecType.Tool(tool)) return [tool];
    const { description, title } = others;
    const plain = {
      name,
      inputSchema: readableSchema(inputSchema),
      ...(typeof description === 'string' && { description }),
      ...(typeof title === 'string' && { title }),
      ...(isSpecType.ToolAnnotations(others['annotations']) && { annotations: others['annotations'] }),
    };
    return [plain];
  }

  /** Turns content blocks that the protocol does not have into text. */
  #mendedCall(result: Result): Result {
    const { toolResult, content = toolResult, structuredContent, isError, ...others } = result;
    // An answer that asks for input first. `toolResult` is that of the protocol of October 2024.
    if (content === undefined && structuredContent === undefined) return result;
    const parts = Array.isArray(content) ? content : content === undefined ? [] : [content];
    const isObject = objectSchema.safeParse(structuredContent).success;
    return {
      ...others,
      content: parts.map(readablePart),
      ...(structuredContent !== undefined && {
        structuredContent: isObject ? structuredContent : { [this.#wrapped]: structuredContent },
      }),
      ...(isError !== undefined && { isError: isError === true || isError === 'true' }),
    };
  }

  /** The protocol of 2026 asks for forms in the answer to a call. */
  #withNamedForms(result: Result): Result {
    const requests = objectSchema.safeParse(result['inputRequests']);
    if (!requests.success) return result;
    const named = Object.entries(requests.data).map(([name, request]) => [name, this.#named(request)]);
    return { ...result, inputRequests: Object.fromEntries(named) };
  }

  #named<Request>(request: Request): Request {
    const asked = elicitationSchema.safeParse(request);
    if (!asked.success || asked.data.params.requestedSchema === undefined) return request;
    const name = `form-${randomUUID()}`;
    keep(this.#forms, name, asked.data.params.requestedSchema);
    const requestedSchema = { type: 'object', properties: { [name]: { type: 'boolean' } } };
    return { ...request, params: { ...asked.data.params, requestedSchema } };
  }
}

/** Returns the readable part of an input schema. */
function readableSchema(schema: unknown): Result {
  const { properties, required, ...others } = objectSchema.safeParse(schema).data ?? {};
  return {
    ...others,
    type: 'object',
    ...(objectSchema.safeParse(properties).success && { properties }),
    ...(z.array(z.string()).safeParse(required).success && { required }),
  };
}

function readablePart(part: unknown): unknown {
  if (isSpecType.ContentBlock(part)) return part;
  const text = typeof part === 'string' ? part : (JSON.stringify(part) ?? '');
  return { type: 'text', text: text.length > longestPart ? `${text.slice(0, longestPart)}…` : text };
}

/** Adds an entry, and drops the oldest beyond the limit. */
function keep<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value): void {
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > mostWaiting && oldest !== undefined) kept.delete(oldest);
}
