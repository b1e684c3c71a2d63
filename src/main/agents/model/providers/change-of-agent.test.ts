import { LLMock } from '@copilotkit/aimock';
import { expect, onTestFinished, test } from 'vitest';
import { startAnthropicServer } from '../../../../../test/main/agents/model/anthropic-server.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

test('a chat that one provider began goes on with another, calls and results included', async () => {
  const mock = new LLMock({ port: 0 });
  mock.onTurn(0, /.*/, {
    reasoning: 'Let me look.',
    toolCalls: [{ id: 'functions.list_files:0', name: 'list_files', arguments: '{}' }],
  });
  mock.onTurn(1, /.*/, { content: 'It is empty.' });
  await mock.start();
  onTestFinished(() => mock.stop());
  const claude = await startAnthropicServer();
  onTestFinished(() => claude.close());
  const env = {
    PARLEY_AGENT: 'openai-compatible/first',
    OPENAI_COMPATIBLE_BASE_URL: mock.url,
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: claude.url,
  };
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'What is here?' });
  await chat.until((seen) => agentText(seen).includes('It is empty.'));
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');

  await client.workspace.setAgent({ workspaceId, agent: 'anthropic/second' });
  claude.reply({ type: 'answer', blocks: [{ type: 'text', text: 'I read it all.' }] });
  await client.workspace.sendMessage({ workspaceId, key: 'second', text: 'And now?' });
  await chat.until((seen) => agentText(seen).includes('I read it all.'));
  expect(claude.requests[0]?.body).toMatchObject({
    model: 'second',
    messages: [
      { role: 'user' },
      { content: [{ type: 'tool_use', id: 'functions_list_files_0_f00c3676', name: 'list_files' }] },
      { content: [{ type: 'tool_result', tool_use_id: 'functions_list_files_0_f00c3676' }] },
      { content: [{ type: 'text', text: 'It is empty.' }] },
      { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
    ],
  });
});
