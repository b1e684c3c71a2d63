import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { providerIdSchema } from '../../../../shared/providers/provider.ts';
import { providerEvents } from '../../../../../test/main/agents/model/provider-events.ts';
import { describesModel } from '../../../../../test/main/agents/model/provider-proxy.ts';
import { wires } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

test.each(providerIdSchema.options)('%s: Stop closes the connection of an answer', async (id) => {
  const { beginText, text, contentType } = providerEvents[id];
  const closed = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.url === describesModel) {
      response.writeHead(404).end();
      return;
    }
    request.resume();
    response.on('close', () => closed.resolve());
    response.writeHead(200, { 'content-type': contentType });
    response.write(beginText + text('So far'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const env = { PARLEY_AGENT: wires[id].agent, ...wires[id].env(`http://127.0.0.1:${port}`) };
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  await chat.until((seen) => agentText(seen) === 'So far');
  await client.workspace.stop({ workspaceId });
  await closed.promise;
  const { turn } = await untilWorkspace(client, workspaceId, (now) => now.turn.status !== 'working');
  expect(turn.status).toBe('interrupted');
});
