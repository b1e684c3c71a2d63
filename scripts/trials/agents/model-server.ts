import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { z } from 'zod';

/** One thing that the model says: words, or a call of a tool. A `freeform` input is a text as it is. */
export type Said = { text: string } | { tool: string; input: unknown; freeform?: true };

type Asked = { path: string; body: Record<string, unknown>; tools: string[] };

/** A model on this machine, in the four protocols that agents speak. What it says next is set beforehand. */
export type ModelServer = {
  url: string;
  /** Sets the next answers, in their order; after them it only says that there is nothing more. */
  say(...answers: (readonly Said[] | ((asked: Asked) => readonly Said[]))[]): void;
  /** All that it was asked since the last `say`, as JSON. */
  asked(): string;
  /** The names of the tools that it was offered last. */
  tools(): readonly string[];
  close(): Promise<void>;
};

const bodySchema = z.record(z.string(), z.unknown()).catch({});
const listSchema = z.array(z.record(z.string(), z.unknown())).catch([]);
const nameSchema = z.object({ name: z.string() });

/** Starts the model on a free port of this machine. */
export async function startModelServer(): Promise<ModelServer> {
  let queue: (readonly Said[] | ((asked: Asked) => readonly Said[]))[] = [];
  let heard: unknown[] = [];
  let offered: string[] = [];
  const answer = (path: string, body: Record<string, unknown>): readonly Said[] => {
    const tools = toolNames(body['tools']);
    // Requests without tools are for titles and the like.
    if (tools.length === 0) return [{ text: 'ok' }];
    heard.push(body);
    offered = tools;
    const next = queue.shift() ?? [{ text: 'Nothing more.' }];
    return typeof next === 'function' ? next({ path, body, tools }) : next;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      reply(response, path, parsed(Buffer.concat(chunks).toString()), answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    say(...answers) {
      queue = [...answers];
      heard = [];
    },
    asked: () => JSON.stringify(heard),
    tools: () => offered,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return bodySchema.parse(JSON.parse(text === '' ? '{}' : text));
  } catch {
    return {};
  }
}

function toolNames(tools: unknown): string[] {
  return listSchema.parse(tools).flatMap((tool) => {
    const declared = listSchema.parse(tool['functionDeclarations']);
    if (declared.length > 0) return declared.flatMap((one) => nameSchema.safeParse(one).data?.name ?? []);
    const named = nameSchema.safeParse(tool).data ?? nameSchema.safeParse(tool['function']).data;
    return named === undefined ? [String(tool['type'])] : [named.name];
  });
}

let ids = 0;
const newId = (prefix: string) => `${prefix}_${(ids += 1)}`;

type Answer = (path: string, body: Record<string, unknown>) => readonly Said[];

function reply(response: ServerResponse, path: string, body: Record<string, unknown>, answer: Answer): void {
  if (path.endsWith('/messages')) return anthropic(response, body, answer(path, body));
  if (path.endsWith('/responses')) return responses(response, answer(path, body));
  if (path.endsWith('/chat/completions')) return completions(response, body, answer(path, body));
  if (/:(?:streamG|g)enerateContent$/.test(path)) return gemini(response, path, answer(path, body));
  if (/count_tokens$|:countTokens$/.test(path)) return json(response, { input_tokens: 10, totalTokens: 10 });
  if (path.endsWith('/models'))
    return json(response, {
      object: 'list',
      data: [{ id: 'fake-model', object: 'model', display_name: 'Fake', type: 'model' }],
      models: [],
      has_more: false,
    });
  json(response, {}, 404);
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

function anthropic(response: ServerResponse, body: Record<string, unknown>, said: readonly Said[]): void {
  const id = newId('msg');
  const model = body['model'];
  const usage = {
    input_tokens: 1_000,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const base = { id, type: 'message', role: 'assistant', model, stop_sequence: null };
  if (body['stream'] !== true) {
    const text = said.map((one) => ('text' in one ? one.text : '')).join('');
    return json(response, { ...base, content: [{ type: 'text', text }], stop_reason: 'end_turn', usage });
  }
  begin(response);
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send('message_start', { message: { ...base, content: [], stop_reason: null, usage } });
  for (const [index, one] of said.entries()) {
    const isText = 'text' in one;
    const block = isText
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: newId('toolu'), name: one.tool, input: {} };
    send('content_block_start', { index, content_block: block });
    const delta = isText
      ? { type: 'text_delta', text: one.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(one.input) };
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  const calls = said.some((one) => 'tool' in one);
  send('message_delta', {
    delta: { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: 5 },
  });
  send('message_stop', {});
  response.end();
}

function responses(response: ServerResponse, said: readonly Said[]): void {
  begin(response);
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const id = newId('resp');
  send('response.created', { response: { id, object: 'response', status: 'in_progress', output: [] } });
  const output = said.map((one, output_index) => {
    const item = responseItem(one);
    send('response.output_item.added', { output_index, item: { ...item, status: 'in_progress' } });
    if ('text' in one)
      send('response.output_text.delta', {
        item_id: item.id,
        output_index,
        content_index: 0,
        delta: one.text,
      });
    send('response.output_item.done', { output_index, item });
    return item;
  });
  const usage = {
    input_tokens: 1_000,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 1_005,
  };
  send('response.completed', { response: { id, object: 'response', status: 'completed', output, usage } });
  response.end();
}

function responseItem(one: Said) {
  if ('text' in one) {
    const content = [{ type: 'output_text', text: one.text, annotations: [] }];
    return { type: 'message', id: newId('msg'), role: 'assistant', status: 'completed', content };
  }
  const call = { id: newId('fc'), call_id: newId('call'), name: one.tool, status: 'completed' };
  return one.freeform === true
    ? { type: 'custom_tool_call', ...call, input: one.input }
    : { type: 'function_call', ...call, arguments: JSON.stringify(one.input) };
}

function completions(response: ServerResponse, body: Record<string, unknown>, said: readonly Said[]): void {
  const base = { id: newId('chatcmpl'), object: 'chat.completion.chunk', created: 1, model: body['model'] };
  if (body['stream'] !== true) {
    const content = said.map((one) => ('text' in one ? one.text : '')).join('');
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    return json(response, { ...base, object: 'chat.completion', choices, usage });
  }
  begin(response);
  const send = (data: object) => response.write(`data: ${JSON.stringify({ ...base, ...data })}\n\n`);
  let calls = 0;
  for (const one of said) {
    const delta =
      'text' in one
        ? { role: 'assistant', content: one.text }
        : {
            role: 'assistant',
            tool_calls: [
              {
                index: (calls += 1) - 1,
                id: newId('call'),
                type: 'function',
                function: { name: one.tool, arguments: JSON.stringify(one.input) },
              },
            ],
          };
    send({ choices: [{ index: 0, finish_reason: null, delta }] });
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: calls > 0 ? 'tool_calls' : 'stop' }] });
  send({ choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 5, total_tokens: 1_005 } });
  response.write('data: [DONE]\n\n');
  response.end();
}

function gemini(response: ServerResponse, path: string, said: readonly Said[]): void {
  const parts = said.map((one) =>
    'text' in one
      ? { text: one.text }
      : { functionCall: { id: newId('fc'), name: one.tool, args: one.input } },
  );
  const chunk = {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts } }],
    usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 5, totalTokenCount: 1_005 },
    modelVersion: 'fake',
  };
  if (!path.includes('stream')) return json(response, chunk);
  begin(response);
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end();
}
