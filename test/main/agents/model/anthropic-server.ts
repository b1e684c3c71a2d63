import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A part of an answer. A call's `input` may be anything JSON can say; `json` sends it as it stands. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }
  | { type: 'tool_use'; id: string; name: string; json: string };

/** The server's reply to one request. */
export type ServerReply =
  /**
   * A whole answer, streamed, once `after` has come; `pauseMs` waits before each piece, `before` for what it
   * gives. `inputTokens` is what its request is said to have carried.
   */
  | {
      type: 'answer';
      blocks: Block[];
      inputTokens?: number;
      pauseMs?: number;
      after?: Promise<void>;
      before?: (piece: number) => Promise<void> | undefined;
    }
  /** The beginning of an answer, then the connection is closed: cleanly, or by a reset. */
  | { type: 'cut'; blocks: Block[]; how: 'end' | 'reset' }
  /** The beginning of an answer, then nothing until the client goes or the server closes. */
  | { type: 'hang'; blocks: Block[] }
  /** An error inside the stream, after the beginning of an answer. */
  | { type: 'stream-error'; blocks: Block[]; error: string; message?: string }
  /** A refusal by status: 401, 403, 404, 413, 429, 529, … */
  | { type: 'status'; status: number; error: string; message?: string; headers?: Record<string, string> };

/** A request as it came. `body` is the parsed JSON that was sent. */
export type ServerRequest = { path: string; headers: IncomingMessage['headers']; body: unknown };

export type AnthropicServer = {
  /** The server's address without `/v1`. */
  url: string;
  /** Every request so far, in the order they came. */
  requests: ServerRequest[];
  /**
   * Adds replies to the queue; each request for an answer takes the next. Without one it gets what `otherwise`
   * says, as does a request for the list of models.
   */
  reply(...replies: ServerReply[]): void;
  /** The request with this number (from 0), as soon as it has come. */
  request(index: number): Promise<ServerRequest>;
  /** Forgets every request, and the replies that none has taken. */
  reset(): void;
  /** Ends all connections; later requests are refused at once. */
  close(): Promise<void>;
};

/**
 * A local server that speaks Anthropic's Messages API with streaming, on loopback and any free port. It stands for the
 * events, errors and statuses of its reference (version 2023-06-01); none was recorded, for that takes an account.
 * Our own on `node:http`, for the bodies must be recorded as they came and a call's input must be
 * able to be broken. `otherwise` gives the reply to a request that finds none in the queue, a short
 * text unless said.
 */
export async function startAnthropicServer(
  otherwise: (body: unknown) => ServerReply = () => fallback,
): Promise<AnthropicServer> {
  const queue: ServerReply[] = [];
  const requests: ServerRequest[] = [];
  const waiting: { index: number; resolve(request: ServerRequest): void }[] = [];
  const server = createServer((request, response) => {
    const answered = readBody(request).then((body) => {
      // It lists no models.
      if (request.method === 'GET') return void response.writeHead(404).end();
      const arrived = { path: request.url ?? '', headers: request.headers, body };
      requests.push(arrived);
      for (const { index, resolve } of waiting) if (index === requests.length - 1) resolve(arrived);
      return send(response, queue.shift() ?? otherwise(body), requests.length);
    });
    // A request that broke off is answered by nobody.
    answered.catch(() => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    reply: (...replies) => void queue.push(...replies),
    request: (index) =>
      new Promise((resolve) => {
        const arrived = requests[index];
        if (arrived === undefined) waiting.push({ index, resolve });
        else resolve(arrived);
      }),
    reset() {
      for (const list of [queue, requests, waiting]) list.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const fallback: ServerReply = { type: 'answer', blocks: [{ type: 'text', text: 'Nothing more to say.' }] };

async function readBody(request: IncomingMessage): Promise<unknown> {
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? null : JSON.parse(text);
}

async function send(response: ServerResponse, reply: ServerReply, number: number): Promise<void> {
  if (reply.type === 'status') return sendStatus(response, reply);
  if (reply.type === 'answer') await reply.after;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const pauseMs = reply.type === 'answer' ? (reply.pauseMs ?? 0) : 0;
  const before = reply.type === 'answer' ? reply.before : undefined;
  for (const [piece, event] of beginning(reply, number).entries()) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await before?.(piece);
    if (response.destroyed) return;
    write(response, event);
  }
  finish(response, reply);
}

function finish(response: ServerResponse, reply: Exclude<ServerReply, { type: 'status' }>): void {
  switch (reply.type) {
    case 'answer':
      for (const event of ending(reply.blocks)) write(response, event);
      response.end();
      return;
    case 'cut':
      if (reply.how === 'end') response.end();
      else response.write('event: ping\n', () => response.socket?.resetAndDestroy());
      return;
    case 'hang':
      return;
    case 'stream-error':
      write(response, errorEvent(reply.error, reply.message));
      response.end();
  }
}

function sendStatus(response: ServerResponse, reply: Extract<ServerReply, { type: 'status' }>): void {
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(JSON.stringify(errorEvent(reply.error, reply.message)));
}

function errorEvent(type: string, message = 'Refused by the test.'): Event {
  return { type: 'error', error: { type, message } };
}

type Event = { type: string; [key: string]: unknown };

function write(response: ServerResponse, event: Event): void {
  response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function beginning(reply: Exclude<ServerReply, { type: 'status' }>, number: number): Event[] {
  const { blocks } = reply;
  const whole = reply.type === 'answer';
  const { inputTokens = 10 } = whole ? reply : {};
  const message = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: inputTokens, output_tokens: 1 },
  };
  return [
    { type: 'message_start', message },
    ...blocks.flatMap((block, index) => blockEvents(block, index, whole || index < blocks.length - 1)),
  ];
}

function blockEvents(block: Block, index: number, whole: boolean): Event[] {
  const stop = whole ? [{ type: 'content_block_stop', index }] : [];
  return [
    { type: 'content_block_start', index, content_block: startOf(block) },
    ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    ...stop,
  ];
}

function startOf(block: Block): Event {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: {} };
  }
}

function deltasOf(block: Block): Event[] {
  switch (block.type) {
    case 'text':
      return pieces(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'thinking':
      return [
        ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: 'c2lnbmF0dXJl' },
      ];
    case 'tool_use': {
      const json = 'json' in block ? block.json : JSON.stringify(block.input);
      return pieces(json).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    }
  }
}

function pieces(text: string): string[] {
  return text.match(/[^]{1,24}/g) ?? [];
}

function ending(blocks: readonly Block[]): Event[] {
  const stop_reason = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  return [
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ];
}
