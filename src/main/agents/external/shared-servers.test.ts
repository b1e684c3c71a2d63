import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startExternalChat, withScriptedAgent } from '../../../../test/main/agents/external/external-chat.ts';
import { startSdkServer } from '../../../../test/main/mcp-servers/sdk-server.ts';
import { said } from '../../../../test/main/start-chat.ts';
import { agentText, toolParts } from '../../../../test/main/test-app.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import type { ServerInfo, ServerSharing } from '../../../shared/mcp-servers/server-info.ts';

const everything = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);

const local = { command: process.execPath, args: [everything], env: { TOKEN: 't-1' } };
const far = { url: 'http://127.0.0.1:9/mcp', headers: { 'X-Key': 'k-1' } };

type Servers = Record<string, object>;

/** A chat with the scripted agent, which reaches servers over HTTP too, and the person's own servers. */
async function startWith(servers: Servers, takes: object = { http: true, sse: true }) {
  const dataDir = temporaryFolder();
  const write = (mcpServers: Servers) =>
    writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  write(servers);
  const env = { TAKES_MCP: JSON.stringify(takes) };
  const started = await startExternalChat(
    { dataDir, env },
    {},
    { agent: 'scripted', install: withScriptedAgent },
  );
  const { client, chat, send, turn, workspace } = started;
  await client.servers.refresh();
  async function listed(): Promise<ServerInfo[]> {
    for await (const item of await client.app.watch({}))
      if (item.type === 'snapshot') return item.state.servers.servers;
    throw new Error('There is no state.');
  }
  const find = async (name: string) => {
    const server = (await listed()).find((one) => one.name === name);
    if (server === undefined) throw new Error(`There is no server ${name}.`);
    return server;
  };
  const share = async (name: string, sharing: ServerSharing) =>
    client.servers.share({ id: (await find(name)).id, sharing });
  let asked = 0;
  /** Has the agent say, in a turn of the chat or of a new one, what it was given. */
  async function given(): Promise<unknown> {
    asked += 1;
    await send('servers', `servers ${asked}`);
    const times = (text: string) => text.split('Servers: ').length - 1;
    await chat.until((now) => times(agentText(now)) === asked);
    await turn('idle');
    return JSON.parse(agentText(chat.transcript()).split('Servers: ').at(-1) ?? '');
  }
  const notes = () =>
    toolParts(chat.transcript())
      .filter(({ toolName }) => toolName === 'session')
      .map(({ work }) => work?.title);
  return { ...started, dataDir, write, find, share, given, notes, workspaceId: workspace.id };
}

test('a server is for agents only once its person says so', async () => {
  const { find, given, notes } = await startWith({ local, far });
  expect(await find('local')).toMatchObject({ sharing: 'none', secrets: ['TOKEN'] });
  expect(await given()).toEqual([]);
  expect(notes()).toEqual([]);
});

test('it is handed over without its secrets, and with them only where its person says so as well', async () => {
  const { share, given, notes } = await startWith({ local, far });
  await share('local', 'without-secrets');
  await share('far', 'with-secrets');
  expect(await given()).toEqual([
    { name: 'local', command: process.execPath, args: [everything], env: [] },
    { type: 'http', name: 'far', url: far.url, headers: [{ name: 'X-Key', value: 'k-1' }] },
  ]);
  expect(notes()).toEqual(['scripted was given your MCP servers local and far']);
});

test('the agent calls a tool of a server that it was given', async () => {
  const { share, send, chat } = await startWith({ local });
  await share('local', 'with-secrets');
  await send('use local echo {"message":"wren"}');
  expect(agentText(await chat.until(said('Used: ')))).toContain('Echo: wren');
});

test('it calls one at an address, with the headers that go along', async () => {
  const echo = { name: 'echo', inputSchema: { type: 'object' } };
  const { url, calls } = await startSdkServer({ tools: [echo] });
  const { share, send, chat } = await startWith({ far: { url } });
  await share('far', 'without-secrets');
  await send('use far echo {"text":"wren"}');
  await chat.until(said('Used: '));
  expect(calls).toEqual([{ name: 'echo', input: { text: 'wren' } }]);
});

test.each([
  [{}, {}, []],
  [{ http: true }, {}, ['http']],
  [{ sse: true }, { type: 'sse' }, ['sse']],
  [{ http: true }, { type: 'sse' }, []],
])('an agent that says it takes %o gets a server at an address, %o, as %o', async (takes, more, types) => {
  const { share, given, notes } = await startWith({ far: { ...far, ...more }, local }, takes);
  await share('far', 'without-secrets');
  await share('local', 'without-secrets');
  const got = await given();
  expect(got).toEqual([
    ...types.map((type) => ({ type, name: 'far', url: far.url, headers: [] })),
    expect.objectContaining({ name: 'local' }),
  ]);
  const [note] = notes();
  if (types.length === 0)
    expect(note).toBe(
      'scripted was given your MCP server local. far is not among them: it takes no server that is reached so',
    );
});

test.each([
  ['a variable in its command', { command: '${HOME}/server' }, 'it is reached with HOME'],
  ['a variable in its address', { url: 'http://${HOME}/' }, 'it is reached with HOME'],
  ['a key in its address', { url: 'http://127.0.0.1:9/?key=k-1' }, 'its address may hold a key'],
  ['a password in its address', { url: 'http://ada:k-1@127.0.0.1:9/' }, 'its address may hold a key'],
])('one with %s goes along only with its secrets, which is said', async (_, entry, why) => {
  const { share, given, notes, find } = await startWith({ secret: entry });
  expect((await find('secret')).secrets).toHaveLength(1);
  await share('secret', 'without-secrets');
  expect(await given()).toEqual([]);
  expect(notes()).toEqual([
    `scripted was given none of your MCP servers. secret is not among them: ${why}, and goes along only with its secrets`.replace(
      'HOME, and goes',
      'HOME, which goes',
    ),
  ]);
});

test('one whose variable is not set is left out, and the others go along', async () => {
  const { share, given, notes } = await startWith({ bad: { url: 'http://127.0.0.1/${NOT_SET}' }, local });
  await share('bad', 'with-secrets');
  await share('local', 'without-secrets');
  expect(await given()).toEqual([expect.objectContaining({ name: 'local' })]);
  expect(notes()[0]).toContain('bad is not among them: It needs NOT_SET');
});

test('a server that is switched off is not handed over', async () => {
  const { share, find, client, given } = await startWith({ local });
  await share('local', 'with-secrets');
  await client.servers.setOn({ id: (await find('local')).id, on: false });
  expect(await given()).toEqual([]);
});

test('a choice counts for the server as it was reached then', async () => {
  const { share, find, write, client, given } = await startWith({ far });
  await share('far', 'with-secrets');
  write({ far: { ...far, url: 'http://127.0.0.1:10/other' } });
  await client.servers.refresh();
  expect(await find('far')).toMatchObject({ sharing: 'none' });
  expect(await given()).toEqual([]);
});

test('a change holds from the next session, and the chat says so, once', async () => {
  const { share, given, notes, turn, client, workspaceId } = await startWith({ local, far });
  await share('local', 'without-secrets');
  const before = await given();
  await share('local', 'none');
  expect(await given()).toEqual(before);
  expect(await given()).toEqual(before);
  const change =
    'What scripted gets of your MCP servers has changed. That holds from its next session: in a new chat, or here once it is started again';
  expect(notes()).toEqual(['scripted was given your MCP server local', change]);
  await share('far', 'without-secrets');
  await client.workspace.stopBackground({ workspaceId });
  await turn('idle');
  expect(await given()).toEqual([expect.objectContaining({ name: 'far' })]);
  expect(notes()).toEqual([
    'scripted was given your MCP server local',
    change,
    'scripted was given your MCP server far',
  ]);
});

test('a folder’s server is not handed over before its person trusts the folder, nor after a change of it', async () => {
  const { share, find, client, workspace, given, workspaceId } = await startWith({ local });
  const file = join(workspace.folder, '.mcp.json');
  const writeFolder = (mcpServers: Servers) => writeFileSync(file, JSON.stringify({ mcpServers }));
  writeFolder({ nested: far });
  await expect(find('nested')).rejects.toThrow('There is no server');
  const id = JSON.stringify([workspace.folder, 'nested']);
  await expect(client.servers.share({ id, sharing: 'with-secrets' })).rejects.toThrow(
    expect.objectContaining({ code: 'servers-refused' }),
  );
  const decide = async () => {
    const { fingerprint } = await client.workspace.readTrust({ workspaceId });
    await client.workspace.decideTrust({ workspaceId, fingerprint: fingerprint ?? '', trusted: true });
  };
  await decide();
  await client.servers.refresh();
  await share('nested', 'without-secrets');
  expect(await given()).toEqual([expect.objectContaining({ name: 'nested', headers: [] })]);
  writeFolder({ nested: { ...far, url: 'http://127.0.0.1:10/other' } });
  await client.servers.refresh();
  await expect(find('nested')).rejects.toThrow('There is no server');
});

test('two servers of one name are two', async () => {
  const { share, client, given, workspace, workspaceId } = await startWith({ far });
  writeFileSync(join(workspace.folder, '.mcp.json'), JSON.stringify({ mcpServers: { far: local } }));
  const { fingerprint } = await client.workspace.readTrust({ workspaceId });
  await client.workspace.decideTrust({ workspaceId, fingerprint: fingerprint ?? '', trusted: true });
  await client.servers.refresh();
  await share('far', 'without-secrets');
  await client.servers.share({
    id: JSON.stringify([workspace.folder, 'far']),
    sharing: 'without-secrets',
  });
  expect(await given()).toEqual([
    expect.objectContaining({ name: 'far', url: far.url }),
    expect.objectContaining({ name: 'far 2', command: process.execPath }),
  ]);
});
