import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ProviderId, providerIdSchema } from '../../../../shared/providers/provider.ts';
import { providerThatCalls, testKey } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';
import { modelBounds } from '../model-bounds.ts';
import { completions } from './completion-events.ts';
import { providerFetch } from './provider-fetch.ts';

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

/** Another host, and what reached it. */
async function elsewhere() {
  const reached: string[] = [];
  const url = await listening(
    createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      response.end();
    }),
  );
  return { url, reached };
}

async function chatWith(id: ProviderId) {
  const { proxy, env } = await providerThatCalls(id, 'list_files', {});
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const send = () => client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  return { proxy, client, workspaceId, send };
}

const statuses = [301, 302, 303, 307, 308];
const kinds = providerIdSchema.options;

test.each(kinds.flatMap((id) => statuses.map((status) => [id, status] as const)))(
  '%s: a redirect (%i) of a chat to another host is refused in plain words, and nothing goes there',
  async (id, status) => {
    const { proxy, client, workspaceId, send } = await chatWith(id);
    const other = await elsewhere();
    proxy.answerNext({ status, body: '', headers: { location: `${other.url}/v1/messages` } });
    await send();
    const { turn } = await untilWorkspace(client, workspaceId, (now) => now.turn.status === 'failed');
    if (turn.status !== 'failed') throw new Error('The turn did not fail.');
    expect(turn.problem.what).toMatch(
      / redirected the request to another address\. Parley sends only to the address that is set, so it did not follow/,
    );
    expect(turn.problem.todo).toMatch(/^Check .*\.$/);
    expect(other.reached).toEqual([]);
  },
);

test.each(kinds)('%s: a redirect of its list of models to another host is refused', async (provider) => {
  const other = await elsewhere();
  const server = createServer((_request, response) => {
    response.writeHead(302, { location: other.url }).end();
  });
  const { client } = testApp(temporaryFolder(), {});
  const address = await listening(server);
  const check = await client.agents.checkProvider({ provider, key: testKey, address });
  expect(check.ok ? '' : check.problem).toMatch(/redirected the request to another address/);
  expect(other.reached).toEqual([]);
});

test.each(kinds)('%s: a redirect within its host takes the whole request along', async (id) => {
  const { proxy, client, workspaceId, send } = await chatWith(id);
  const [again, more] = ['?alt=sse&again=1', '?alt=sse&again=2'];
  proxy.answerNext(
    { status: 307, body: '', headers: { location: again } },
    { status: 308, body: '', headers: { location: more } },
  );
  const chat = await watchChat(client, workspaceId);
  await send();
  await chat.until((seen) => agentText(seen).includes('Thank you.'));
  const [first, second, third] = proxy.requests;
  expect(third?.path).toBe(`${first?.path.replace(/\?.*/, '')}${more}`);
  for (const request of [second, third]) {
    expect(request?.method).toBe('POST');
    expect(request?.body).toBe(first?.body);
    expect(request?.headers['content-type']).toBe(first?.headers['content-type']);
  }
});

test('redirects without end are given up, also within the host', async () => {
  let asked = 0;
  const url = await listening(
    createServer((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: `/${asked}` }).end();
    }),
  );
  await expect(
    providerFetch(completions, { parameters: [] })(url, { method: 'POST', body: 'the chat' }),
  ).rejects.toThrow(expect.objectContaining({ name: 'RedirectRefused' }));
  expect(asked).toBe(modelBounds.redirects + 1);
});

test('an answer whose head trickles in is given up after five minutes', async () => {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = createServer();
  server.on('connection', (socket) => socket.on('close', () => closed.resolve()));
  server.on('request', (_request, { socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    asked.resolve();
  });
  const url = await listening(server);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = providerFetch(completions, { parameters: [] })(url);
  await asked.promise;
  vi.advanceTimersByTime(modelBounds.head);
  await expect(answer).rejects.toThrow(expect.objectContaining({ bound: 'no-head' }));
  await closed.promise;
});
