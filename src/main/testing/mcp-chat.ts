import { onTestFinished } from 'vitest';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import { findCompanion } from '../discovery/companion.ts';
import { startLoopbackHost } from '../http/loopback-host.ts';
import type { Answer } from '../../shared/questions/outcome.ts';
import { connectMcp, type Generation, type TestClient } from './mcp-clients.ts';
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

/** The real app behind its real HTTP server, a chat that is watched, and clients on the endpoint. */
export async function mcpChat() {
  const dataDir = temporaryFolder();
  const { app, client: window } = testApp(dataDir, {});
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

  async function connect(generation: Generation, name = 'test-client'): Promise<TestClient> {
    const client = await connectMcp(generation, { url: mcpUrl, token, name });
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
