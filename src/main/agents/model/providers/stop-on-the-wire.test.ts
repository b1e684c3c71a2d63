import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type ProviderId, providerIdSchema } from '../../../../shared/providers/provider.ts';
import { providerEvents } from '../../../../../test/main/agents/model/provider-events.ts';
import { describesModel } from '../../../../../test/main/agents/model/provider-proxy.ts';
import { wires } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

/** A new chat's client, for a provider that does as told with requests about models and with those for an answer. */
async function chatsWith(
  id: ProviderId,
  answers: { model: (response: ServerResponse) => void; text: (response: ServerResponse) => void },
  agent = wires[id].agent,
) {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET' || request.url === describesModel) return answers.model(response);
    response.writeHead(200, { 'content-type': providerEvents[id].contentType });
    return answers.text(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const env = { PARLEY_AGENT: agent, ...wires[id].env(`http://127.0.0.1:${port}`) };
  const { client } = testApp(temporaryFolder(), { env });
  const begin = async () => {
    const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
    await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
    return workspaceId;
  };
  return { client, begin };
}

test.each(providerIdSchema.options)('%s: Stop closes the connection of an answer', async (id) => {
  const { beginText, text } = providerEvents[id];
  const closed = Promise.withResolvers<void>();
  const { client, begin } = await chatsWith(id, {
    model: (response) => void response.writeHead(404).end(),
    text(response) {
      response.on('close', () => closed.resolve());
      response.write(beginText + text('So far'));
    },
  });
  const workspaceId = await begin();
  const chat = await watchChat(client, workspaceId);
  await chat.until((seen) => agentText(seen) === 'So far');
  await client.workspace.stop({ workspaceId });
  await closed.promise;
  const { turn } = await untilWorkspace(client, workspaceId, (now) => now.turn.status !== 'working');
  expect(turn.status).toBe('interrupted');
});

test.each(['anthropic', 'openai-compatible', 'ollama'] as const)(
  '%s: neither Stop nor an answer waits for what is never said of its model',
  async (id) => {
    const asked = Promise.withResolvers<void>();
    const { beginText, text } = providerEvents[id];
    const { client, begin } = await chatsWith(
      id,
      { model: () => asked.resolve(), text: (response) => void response.write(beginText + text('Here')) },
      `${id}/unheard-of`,
    );
    const stopped = await begin();
    const other = await begin();
    await asked.promise;
    await client.workspace.stop({ workspaceId: stopped });
    await untilWorkspace(client, stopped, ({ turn }) => turn.status === 'interrupted');
    const chat = await watchChat(client, other);
    expect(agentText(await chat.until((seen) => agentText(seen) !== ''))).toBe('Here');
  },
);
