import { expect, it } from 'vitest';
import type { DialectId } from '../../shared/dialects/registry.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import { startAnthropicServer } from '../../../test/main/agents/model/anthropic-server.ts';
import { dialectEnv, inputs } from '../../../test/main/agents/model/dialect-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../../../test/main/test-app.ts';
import { resultIn } from '../../../test/main/agents/model/tool-result.ts';

type Case = [refusal: string, kind: string, name: string, dialect: DialectId, mode: Mode, input: unknown];

const cases: Case[] = [
  ['incomplete', 'question', 'ask_user_question', 'ask_user_question', 'plan', {}],
  ['incomplete', 'question', 'ask', 'ask', 'plan', {}],
  ['incomplete', 'question', 'ask_user', 'ask_user', 'plan', {}],
  ['command', 'command', 'shell', 'agent_shell', 'plan', { command: 'AskUserQuestion x' }],
  ['not-run', 'command', 'shell', 'agent_shell', 'plan', { command: 'ls' }],
  ['mode', 'question', 'ask_user_question', 'ask_user_question', 'exec', inputs.ask_user_question],
  ['no-tool', 'question', 'ask', 'ask_user_question', 'plan', inputs.ask],
  ['no-tool', 'command', 'shell', 'ask_user_question', 'plan', inputs.agent_shell],
  ['no-tool', 'plain', 'rm', 'ask', 'plan', {}],
  ['mode', 'preview', 'edit_file', 'ask', 'plan', {}],
];

it.each(cases)(
  '%s of a %s: a call of %s in %s and %s mode',
  async (refusal, kind, name, dialect, mode, input) => {
    const server = await startAnthropicServer();
    server.reply({ type: 'answer', blocks: [{ type: 'tool_use', id: 'c1', name, input }] });
    const env = dialectEnv(dialect, server.url);
    const dataDir = temporaryFolder();
    const { client, close } = testApp(dataDir, { env });
    const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
    if (mode === 'exec') await client.workspace.setMode({ workspaceId, mode });
    const chat = await watchChat(client, workspaceId);
    await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
    const [told] = toolParts(await chat.until((now) => (toolParts(now)[0]?.result ?? null) !== null));
    expect(told).toMatchObject({ kind, ask: null, result: { ok: false, refusal } });
    const request = await server.request(1);
    expect(resultIn(request)).toEqual({ text: told?.result?.text, error: true });
    expect(JSON.stringify(request.body)).not.toContain('"refusal"');
    await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
    await close();

    const again = testApp(dataDir, { env });
    const kept = await watchChat(again.client, workspaceId);
    expect(toolParts(await kept.until((now) => toolParts(now).length === 1))).toEqual([told]);
    await again.close();
    await server.close();
  },
);
