import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
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

/** The real app behind its real HTTP server, a chat that is watched, and clients on the endpoint. */
export async function mcpChat() {
  const dataDir = temporaryFolder();
  const { app, client: window } = testApp(dataDir, {});
  const host = await startLoopbackHost({
    dataDir,
    version: '0',
    port: 0,
    page: { kind: 'built', files: { at: () => undefined, readAll: async () => undefined } },
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

  async function connect(generation: Generation, name = 'test-client'): Promise<TestClient> {
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const client =
      generation === '2025'
        ? await connect2025(mcpUrl, requestInit, name)
        : await connect2026(mcpUrl, requestInit, name);
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

  return { window, chat, folder, workspaceId, connect, answer, companion, host };
}

/** Whether the cards' askers are there, gone, or told, in the order of the cards. */
export const presence =
  (...wanted: string[]) =>
  (transcript: Transcript) =>
    toolParts(transcript)
      .map(({ ask }) => ask?.presence)
      .join() === wanted.join();

async function connect2025(url: string, requestInit: RequestInit, name: string): Promise<TestClient> {
  const client = new Client2025({ name, version: '1.0' });
  await client.connect(new Transport2025(new URL(url), { requestInit }));
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

async function connect2026(url: string, requestInit: RequestInit, name: string): Promise<TestClient> {
  const client = new Client(
    { name, version: '2.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return {
    tools: async () => (await client.listTools()).tools,
    call: (tool, args, options) => client.callTool({ name: tool, arguments: args }, options),
    close: () => client.close(),
  };
}
