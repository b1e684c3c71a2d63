import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { AppOptions } from '../../../src/main/wiring/app-options.ts';
import type { Transcript } from '../../../src/shared/transcript/transcript.ts';
import { findCompanion } from '../../../src/main/discovery/companion.ts';
import { startLoopbackHost } from '../../../src/main/http/loopback-host.ts';
import type { Answer } from '../../../src/shared/questions/questions.ts';
import { compileCache } from '../compile-cache.ts';
import { connectMcp, type Generation, type TestClient } from './mcp-clients.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { testApp, toolParts, watchChat } from '../test-app.ts';

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

/**
 * The connection of a client: over HTTP, with the companion's address and token unless others are given, or
 * through `parley mcp` with these options; `roots` are the addresses of the folders it has open.
 */
type Way = {
  url?: string;
  token?: string;
  bridge?: readonly string[];
  roots?: readonly string[] | undefined;
};

/** The real app behind its real HTTP server, a chat on `folder` that is watched, and clients on the endpoint. */
export async function mcpChat(options: Partial<AppOptions> = {}, folder = temporaryFolder()) {
  const { dataDir = temporaryFolder() } = options;
  const { app, client: window, close: closeApp } = testApp(dataDir, options);
  const host = await startLoopbackHost({
    dataDir,
    version: '0',
    port: 0,
    page: { kind: 'built', files: { at: () => undefined, readAll: async () => undefined } },
    pageData: app.pageData,
    router: app.router,
    mcp: app.mcp,
    clientTokens: app.clientTokens,
    show: async () => undefined,
    prepare: app.prepare,
    log: app.log,
  });
  const close = async () => {
    await host.close();
    await closeApp();
  };
  onTestFinished(() => host.close());
  const companion = await findCompanion(dataDir);
  if (companion === undefined) throw new Error('The companion is not announced.');
  const { mcpUrl, token: ownToken } = companion;
  const { id: workspaceId } = await window.workspace.create({ folder });
  const chat = await watchChat(window, workspaceId);

  async function connect(generation: Generation, name = 'test-client', way: Way = {}): Promise<TestClient> {
    const { url = mcpUrl, token = ownToken, roots, bridge } = way;
    const endpoint = bridge === undefined ? { url, token } : bridgeTo(dataDir, bridge);
    const client = await connectMcp(generation, endpoint, { name, roots });
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

  return { window, chat, folder, workspaceId, connect, answer, companion, host, dataDir, close };
}

/** A result whose outcome, beside the text, has these entries. */
export const withOutcome = (outcome: Record<string, unknown>) => ({ _meta: { 'parley/outcome': outcome } });

/** Returns a check that the cards' askers are there, gone, or told, in the order of the cards. */
export const presence =
  (...expected: string[]) =>
  (transcript: Transcript) =>
    toolParts(transcript)
      .map(({ ask, presence: ofReview }) => ask?.presence ?? ofReview)
      .join() === expected.join();

const commandFile = fileURLToPath(new URL('../../../src/cli/parley.ts', import.meta.url));

/** `parley mcp` on a data dir. */
export const bridgeTo = (dataDir: string, options: readonly string[] = []) => ({
  command: process.execPath,
  args: [commandFile, 'mcp', '--data-dir', dataDir, ...options],
  env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache },
});
