import { join } from 'node:path';
import { createRouterClient, lazy } from '@orpc/server';
import { onTestFinished } from 'vitest';
import type { AppState } from '../../src/shared/contract/app-state.ts';
import type { Chat, ParleyClient } from '../../src/shared/contract/contract.ts';
import type { FeedItem } from '../../src/shared/contract/feed.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import { applyEvent } from '../../src/shared/transcript/apply-event.ts';
import type {
  QuestionPart,
  RunPart,
  StagingPart,
  ToolPart,
  Transcript,
} from '../../src/shared/transcript/transcript.ts';
import type { TranscriptEvent } from '../../src/shared/transcript/transcript-event.ts';
import type { Workspace } from '../../src/shared/workspace/workspace.ts';
import { type App, createApp, startApp } from '../../src/main/app.ts';
import type { ReadLogin } from '../../src/main/commands/login-environment.ts';
import type { AppOptions } from '../../src/main/wiring/app-options.ts';
import { openLog } from '../../src/main/wiring/start-on-folder.ts';
import { prepareDatabase } from '../../src/main/storage/prepare-database.ts';
import { putFreshDatabase } from './storage/fresh-database.ts';

export type TestApp = { app: App; client: ParleyClient; close: () => Promise<void> };

/**
 * The real app on a data folder, called the way a window calls it. Closed with the test. The person's login shell sets
 * nothing, and their home is empty.
 */
export function testApp(dataDir: string, given: Partial<AppOptions>): TestApp {
  const options = optionsOf(dataDir, given);
  const { env, now = Date.now } = options;
  const recovery = prepareDatabase(dataDir, now);
  return onTest(createApp(options, { logger: openLog({ dataDir, env, now }), recovery }));
}

/** The same, started as a host starts it. */
export async function startTestApp(dataDir: string, given: Partial<AppOptions>): Promise<TestApp> {
  return onTest(await startApp(optionsOf(dataDir, given)));
}

function optionsOf(dataDir: string, given: Partial<AppOptions>): AppOptions {
  putFreshDatabase(dataDir);
  const readLogin: ReadLogin = async (_, environment) => ({ environment, problem: null });
  const home = join(dataDir, 'no-home');
  return { dataDir, home, version: '0', env: {}, suggestedFolder: dataDir, readLogin, ...given };
}

function onTest(app: App): TestApp {
  const client: ParleyClient = createRouterClient(lazy(async () => ({ default: await app.router() })));
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await app.close();
  };
  onTestFinished(close);
  return { app, client, close };
}

/** A window that watches one chat: its transcript so far, and a wait until a condition holds. */
export async function watchChat(client: ParleyClient, workspaceId: WorkspaceId) {
  const items = await client.workspace.watch({ workspaceId });
  let transcript: Transcript = { messages: [], hasEarlier: false };
  return {
    transcript: () => transcript,
    async until(condition: (transcript: Transcript) => boolean): Promise<Transcript> {
      while (!condition(transcript)) {
        const { value, done } = await items.next();
        if (done === true) throw new Error('The chat ended before it met the condition.');
        transcript = applyItem(transcript, value);
      }
      return transcript;
    },
  };
}

/** The text of the unsent message with which a chat's window begins. */
export async function unsentText(client: ParleyClient, workspaceId: WorkspaceId): Promise<string> {
  for await (const item of await client.workspace.watch({ workspaceId }))
    if (item.type === 'snapshot') return item.state.messageDraft;
  throw new Error('The feed gave no snapshot.');
}

/** The state of the whole app, as a window reads it first. */
export async function listState(client: ParleyClient): Promise<AppState> {
  for await (const item of await client.app.watch({})) if (item.type === 'snapshot') return item.state;
  throw new Error('The feed gave no snapshot.');
}

/** A chat's entry in the list. */
export const rowOf = async (client: ParleyClient, { id }: Workspace) =>
  (await listState(client)).workspaces.find((workspace) => workspace.id === id);

/** Waits until a condition holds for a workspace. */
export async function untilWorkspace(
  client: ParleyClient,
  id: WorkspaceId,
  condition: (workspace: Workspace) => boolean,
): Promise<Workspace> {
  for await (const item of await client.app.watch({})) {
    const seen =
      item.type === 'snapshot'
        ? item.state.workspaces
        : item.event.type === 'workspace-changed'
          ? [item.event.workspace]
          : [];
    const found = seen.find((workspace) => workspace.id === id && condition(workspace));
    if (found !== undefined) return found;
  }
  throw new Error('The feed ended before the workspace met the condition.');
}

/** A call of any kind, with what only one kind has. */
type AnyCall = Pick<
  ToolPart,
  'kind' | 'toolCallId' | 'toolName' | 'input' | 'result' | 'permission' | 'forms' | 'work'
> &
  Partial<Pick<RunPart, 'run'>> &
  Pick<QuestionPart, 'ask'> &
  Pick<StagingPart, 'action' | 'presence' | 'unsent'>;

/** The tool calls of a chat, in their order. */
export function toolParts({ messages }: Transcript): AnyCall[] {
  const parts = messages.flatMap((message) => (message.role === 'user' ? [] : message.parts));
  return parts.filter((part) => part.type === 'tool').map((part) => ({ ask: null, ...part }));
}

/** All that the agent said, joined. */
export function agentText({ messages }: Transcript): string {
  return messages
    .flatMap((message) => (message.role === 'agent' ? message.parts : []))
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
}

function applyItem(transcript: Transcript, item: FeedItem<Chat, TranscriptEvent>): Transcript {
  switch (item.type) {
    case 'snapshot':
      return item.state.transcript;
    case 'event':
      return applyEvent(transcript, item.event);
  }
}
