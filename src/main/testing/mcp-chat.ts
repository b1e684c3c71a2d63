import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransport2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { AppOptions } from '../app.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import { findCompanion } from '../discovery/companion.ts';
import { startLoopbackHost } from '../http/loopback-host.ts';
import type { Answer } from '../../shared/questions/outcome.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testApp, toolParts, watchChat } from './test-app.ts';

/** A question with two options, as `ask_user_question` takes it. */
export const whichOf = (question = 'Which?', workspace?: string) => ({
  questions: [
    {
      question,
      header: 'Which',
      options: [
        { label: 'A', description: 'the first' },
        { label: 'B', description: 'the second' },
      ],
      multiSelect: false,
    },
  ],
  ...(workspace !== undefined && { workspace }),
});

/** The official clients of both generations, which call tools the same way here. */
export const generations = ['2025', '2026'] as const;
export type Generation = (typeof generations)[number];

type Options = {
  timeout?: number;
  signal?: AbortSignal;
  onprogress?: () => void;
  resetTimeoutOnProgress?: boolean;
};

type Result = { content?: unknown; structuredContent?: unknown; isError?: unknown };

export type TestClient = {
  tools(): Promise<{ name: string; annotations?: { readOnlyHint?: boolean | undefined } | undefined }[]>;
  call(name: string, args: Record<string, unknown>, options?: Options): Promise<Result>;
  close(): Promise<void>;
};

/**
 * How a client connects: over HTTP, to the companion's address unless another is given, or through
 * `parley mcp` with these options; `roots` are the addresses of the folders it has open.
 */
type Way = { url?: string; bridge?: readonly string[]; roots?: readonly string[] | undefined };

/** The real app behind its real HTTP server, a chat that is watched, and clients on the endpoint. */
export async function mcpChat(options: Partial<AppOptions> = {}) {
  const dataDir = temporaryFolder();
  const { app, client: window } = testApp(dataDir, options);
  const host = await startLoopbackHost({
    dataDir,
    version: '0',
    port: 0,
    page: { kind: 'built', files: new Map() },
    rootData: () => ({}),
    router: async () => app.router,
    mcp: app.mcp,
    show: async () => undefined,
  });
  onTestFinished(() => host.close());
  const companion = await findCompanion(dataDir);
  if (companion === undefined) throw new Error('The companion is not announced.');
  const { mcpUrl, token } = companion;
  const folder = temporaryFolder();
  const { id: workspaceId } = await window.workspace.create({ folder });
  const chat = await watchChat(window, workspaceId);

  async function connect(generation: Generation, name = 'test-client', way: Way = {}): Promise<TestClient> {
    const { url = mcpUrl, roots, bridge } = way;
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const clients = generation === '2025' ? clients2025 : clients2026;
    const client = await (bridge === undefined
      ? clients.overHttp(new URL(url), requestInit, { name, roots })
      : clients.bridged(bridgeTo(dataDir, bridge), { name, roots }));
    onTestFinished(() => client.close());
    return client;
  }

  /** Answers the card at a place among the cards of the chat. */
  async function answer(index: number, given: Partial<Answer>): Promise<void> {
    const part = toolParts(chat.transcript())[index];
    const question = part?.ask?.questions[0];
    if (part === undefined || question === undefined) throw new Error('There is no such card.');
    const answers = [{ questionId: question.id, picks: [], ...given }];
    await window.workspace.answerAskUserQuestion({ workspaceId, toolCallId: part.toolCallId, answers });
  }

  return { window, chat, folder, workspaceId, connect, answer, companion, host, dataDir };
}

/** Whether the cards' askers are there, gone, or told, in the order of the cards. */
export const presence =
  (...wanted: string[]) =>
  (transcript: Transcript) =>
    toolParts(transcript)
      .map(({ ask, presence: ofReview }) => ask?.presence ?? ofReview)
      .join() === wanted.join();

/** How a client calls itself, and the addresses of the folders it says it has open, where it says so. */
type Self = { name: string; roots: readonly string[] | undefined };

const commandFile = fileURLToPath(new URL('../../cli/parley.ts', import.meta.url));

// The command's cache would lie among the sources.
const bridgeTo = (dataDir: string, options: readonly string[]) => ({
  command: process.execPath,
  args: [commandFile, 'mcp', '--data-dir', dataDir, ...options],
  env: { PATH: process.env['PATH'] ?? '', NODE_DISABLE_COMPILE_CACHE: '1' },
});

const clients2025 = {
  overHttp: (url: URL, requestInit: RequestInit, self: Self) =>
    client2025(self, new Transport2025(url, { requestInit })),
  bridged: (command: ReturnType<typeof bridgeTo>, self: Self) =>
    client2025(self, new StdioTransport2025(command)),
};

const clients2026 = {
  overHttp: (url: URL, requestInit: RequestInit, self: Self) =>
    client2026(self, new StreamableHTTPClientTransport(url, { requestInit })),
  bridged: (command: ReturnType<typeof bridgeTo>, self: Self) =>
    client2026(self, new StdioClientTransport(command)),
};

const capabilitiesOf = ({ roots }: Self) => (roots === undefined ? {} : { roots: {} });
const rootsOf = ({ roots = [] }: Self) => ({ roots: roots.map((uri) => ({ uri })) });

async function client2025(self: Self, transport: Parameters<Client2025['connect']>[0]): Promise<TestClient> {
  const client = new Client2025({ name: self.name, version: '1.0' }, { capabilities: capabilitiesOf(self) });
  if (self.roots !== undefined) client.setRequestHandler(ListRootsRequestSchema, () => rootsOf(self));
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (tool, args, options) => {
      const result = await client.callTool({ name: tool, arguments: args }, undefined, options);
      return {
        content: result['content'],
        structuredContent: result['structuredContent'],
        isError: result['isError'],
      };
    },
    close: () => client.close(),
  };
}

async function client2026(self: Self, transport: Parameters<Client['connect']>[0]): Promise<TestClient> {
  const client = new Client(
    { name: self.name, version: '2.0' },
    { capabilities: capabilitiesOf(self), versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  if (self.roots !== undefined) client.setRequestHandler('roots/list', () => rootsOf(self));
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools,
    call: (tool, args, options) => client.callTool({ name: tool, arguments: args }, options),
    close: () => client.close(),
  };
}
