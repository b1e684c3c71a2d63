import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { ProviderId } from '../../../../src/shared/providers/provider.ts';
import type { Problem, TurnState } from '../../../../src/shared/workspace/turn-state.ts';
import type { AppOptions } from '../../../../src/main/wiring/app-options.ts';
import { describesModel } from './provider-proxy.ts';
import { wires } from './providers-on-the-wire.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { testApp, untilWorkspace, watchChat } from '../../test-app.ts';

/** The bytes of one answer. `reset` breaks the connection after them. */
export type RawReply = {
  status?: number;
  headers?: Record<string, string>;
  body: string;
  end?: 'reset';
};

export type RawRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** Events of a stream, each as JSON. */
export const events = (...all: unknown[]): string =>
  all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

/** Events of a stream that carry their type in a line of their own too, as Anthropic's and OpenAI's do. */
export const typedEvents = (...all: { type: string; [key: string]: unknown }[]): string =>
  all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

/** Lines of JSON, as Ollama streams. */
export const lines = (...all: unknown[]): string => all.map((line) => `${JSON.stringify(line)}\n`).join('');

/**
 * A server that answers with the bytes it is told, for what no well-behaved one sends: each request for an answer
 * takes the next reply, the last one for good. `pages` are what its other addresses have.
 */
export async function startRawProvider(replies: RawReply[], pages: Record<string, RawReply> = {}) {
  const requests: RawRequest[] = [];
  /** Those about models: lists, and descriptions of one. */
  const asked: RawRequest[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      const isOfModels = method === 'GET' || path.replace(/\?.*$/, '') === describesModel;
      const missing = isOfModels ? { status: 404, body: '' } : undefined;
      const page = pages[path.replace(/\?.*$/, '')] ?? missing;
      if (isOfModels) asked.push({ method, path, headers, body });
      if (page !== undefined) return send(response, page);
      requests.push({ method, path, headers, body });
      return send(response, (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 404, body: '' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, requests, asked, replies };
}

async function readText(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function send(response: ServerResponse, { status = 200, headers, body, end }: RawReply): void {
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
  if (end === undefined) return void response.end(body);
  if (body === '') {
    response.destroy();
    return;
  }
  response.write(body, () => response.socket?.resetAndDestroy());
}

/** The problem of a turn that failed. */
export function failureOf(turn: TurnState): Problem {
  if (turn.status !== 'failed') throw new Error(`The turn is ${turn.status}.`);
  return turn.problem;
}

/** A clock by which every wait is over at once. */
export const noWaiting: Pick<AppOptions, 'after'> = {
  after(_, run) {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};

type RawChat = {
  pages?: Record<string, RawReply>;
  agent?: string;
  text?: string;
  options?: Partial<AppOptions>;
};

/** A chat with such a server, to which a first message was sent. */
export async function chatWithRaw(id: ProviderId, replies: RawReply[], more: RawChat = {}) {
  const { pages = {}, agent = wires[id].agent, text = 'Go', options = {} } = more;
  const { url, requests, asked } = await startRawProvider(replies, pages);
  const env = { PARLEY_AGENT: agent, ...wires[id].env(url) };
  const { client } = testApp(temporaryFolder(), { env, ...noWaiting, ...options });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  const send = (message: string) =>
    client.workspace.sendMessage({ workspaceId, key: crypto.randomUUID(), text: message });
  await send(text);
  /** Waits until the turn has come to an end. */
  const end = async () => {
    const { turn } = await untilWorkspace(client, workspaceId, ({ turn: now }) => now.status !== 'working');
    return turn;
  };
  /** The chat as a window that opens now shows it. */
  const shown = async () =>
    (await watchChat(client, workspaceId)).until(({ messages }) => messages.length > 0);
  return { client, workspaceId, chat, requests, asked, send, end, shown };
}
