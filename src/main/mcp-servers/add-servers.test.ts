import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { addServers } from './add-servers.ts';

const server = { command: 'npx', args: ['-y', 'some-server'] };

test.each([
  ['a whole file', JSON.stringify({ mcpServers: { some: server } })],
  ['a file of another editor', JSON.stringify({ servers: { some: server } })],
  ['the servers alone', JSON.stringify({ some: server })],
  ['one entry, with a comma behind it', `"some": ${JSON.stringify(server)},`],
])('%s is added to what the file has', async (_, pasted) => {
  const file = join(temporaryFolder(), 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { old: server }, inputs: [1] }));
  expect(await addServers(file, pasted)).toEqual({ ok: true, names: ['some'] });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    mcpServers: { old: server, some: server },
    inputs: [1],
  });
});

test('what is no server is refused, and a broken file is left alone', async () => {
  const file = join(temporaryFolder(), 'mcp.json');
  for (const pasted of ['', 'npx some-server', '{}', '{"some": {"args": []}}', '[1]'])
    expect(await addServers(file, pasted)).toMatchObject({ ok: false });
  writeFileSync(file, '{ "mcpServers": ');
  expect(await addServers(file, JSON.stringify({ some: server }))).toMatchObject({ ok: false });
  expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": ');
});

test.each([
  '```json\n{ "mcpServers": { "a": { "command": "x" } } }\n```',
  '{ "mcp": { "servers": { "a": { "command": "x" } } } }',
  '{ "servers": { "a": { "type": "stdio", "command": "x" } }, "inputs": [] }',
])('takes %j, as other READMEs have it', async (pasted) => {
  expect(await addServers(join(temporaryFolder(), 'mcp.json'), pasted)).toEqual({ ok: true, names: ['a'] });
});

test('an entry without a name is asked for one', async () => {
  const file = join(temporaryFolder(), 'mcp.json');
  const added = await addServers(file, '{ "command": "npx", "args": ["-y", "x"] }');
  expect(added.ok ? '' : added.problem).toContain('has no name');
  expect(existsSync(file)).toBe(false);
});
