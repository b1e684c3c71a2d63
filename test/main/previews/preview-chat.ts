import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Decision } from '../../../src/shared/previews/decision.ts';
import type { PendingAction } from '../../../src/shared/previews/pending-action.ts';
import { decisionOf, failureOf, outcomeOf, requestOf } from '../../../src/shared/previews/preview-state.ts';
import type { Mode } from '../../../src/shared/workspace/workspace.ts';
import type { Transcript } from '../../../src/shared/transcript/transcript.ts';
import { type Block, startAnthropicServer } from '../agents/model/anthropic-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../test-app.ts';

export const call = (id: string, name: string, input: unknown): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
});
export const answer = (...blocks: Block[]) => ({ type: 'answer' as const, blocks });
export const say = (text: string) => answer({ type: 'text', text });
export const apply = (id: string, reason = 'It is right') =>
  answer(call(id, 'resolve', { action: 'apply', reason }));

const bodySchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.array(z.record(z.string(), z.unknown())) })),
  tools: z.array(z.object({ name: z.string() })).default([]),
  tool_choice: z.unknown(),
});

/** A staged change with what its state says, null where that does not apply. */
export const seen = (action: PendingAction) => ({
  ...action,
  outcome: outcomeOf(action.state),
  decision: decisionOf(action.state),
  request: requestOf(action.state),
  failure: failureOf(action.state)?.text ?? null,
});

/** The staged changes of a chat, in the order of their cards. */
export const actionsOf = (transcript: Transcript) =>
  toolParts(transcript).flatMap(({ action }) => (action === undefined ? [] : [seen(action)]));

/** A chat over HTTP on the files given; in exec mode its model may change them. */
export async function previewChat(
  files: Record<string, string> = { 'a.txt': 'one\ntwo\n' },
  mode: Mode = 'exec',
) {
  const server = await startAnthropicServer();
  onTestFinished(() => server.close());
  const env = {
    PARLEY_AGENT: 'anthropic/claude-test',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: server.url,
  };
  const dataDir = temporaryFolder();
  const folder = temporaryFolder();
  const pathOf = (path: string) => join(folder, path);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(pathOf(path)), { recursive: true });
    writeFileSync(pathOf(path), text);
  }
  const first = testApp(dataDir, { env });
  const { id: workspaceId } = await first.client.workspace.create({ folder });
  await first.client.workspace.setMode({ workspaceId, mode });
  const open = async ({ client, close }: ReturnType<typeof testApp>) => {
    const chat = await watchChat(client, workspaceId);
    const action = (index = 0) => {
      const found = actionsOf(chat.transcript())[index];
      if (found === undefined) throw new Error('There is no such preview.');
      return found;
    };
    return {
      client,
      close,
      chat,
      action,
      send: (text: string) => client.workspace.sendMessage({ workspaceId, key: text, text }),
      decide: (decision: Decision, index = 0, fingerprint = action(index).fingerprint) =>
        client.workspace.decidePreview({ workspaceId, actionId: action(index).id, fingerprint, decision }),
      turn: (status: string) => untilWorkspace(client, workspaceId, (now) => now.turn.status === status),
    };
  };
  return {
    ...(await open(first)),
    server,
    dataDir,
    env,
    workspaceId,
    folder,
    pathOf,
    read: (path: string) => readFileSync(pathOf(path), 'utf8'),
    /** Returns the body of a request. */
    async body(index: number) {
      const { body } = await server.request(index);
      return bodySchema.parse(body);
    },
    /** The same chat in the next process, as its data are in a folder. */
    restart: (from = dataDir) => open(testApp(from, { env })),
  };
}

/** True when a preview waits with a call of `resolve`. */
export const asked = (transcript: Transcript) =>
  actionsOf(transcript).some(({ request, outcome }) => request !== null && outcome === null);

/** A call as the chat shows it. */
export const toolOf = (transcript: Transcript, toolCallId: string) =>
  toolParts(transcript).find((part) => part.toolCallId === toolCallId);

/** The exact result a call got, once it has. */
export const resultOf = (transcript: Transcript, toolCallId: string) =>
  toolOf(transcript, toolCallId)?.result ?? undefined;

/** True when the model was forced to resolve a preview and left it. */
export const isLeft = (transcript: Transcript) =>
  actionsOf(transcript).some(({ state }) => state.type === 'open' && state.left);

/** A chat whose model staged a change, was pressed three times, and left it. */
export async function leftAlone(chat: Awaited<ReturnType<typeof previewChat>>, staged: Block) {
  chat.server.reply(answer(staged), say('Hm.'), say('Hm.'), say('Hm.'));
  await chat.send('Go');
  await chat.chat.until(isLeft);
  await chat.turn('idle');
  return chat;
}
