import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { OwnServers } from './own-servers.ts';

const server = { command: 'npx', args: ['-y', 'some-server'] };

test.each([
  ['a whole file', JSON.stringify({ mcpServers: { some: server } })],
  ['a file of another editor', JSON.stringify({ servers: { some: server } })],
  ['the servers alone', JSON.stringify({ some: server })],
  ['one entry, with a comma behind it', `"some": ${JSON.stringify(server)},`],
])('%s is added to what the file has', async (_, pasted) => {
  const file = join(temporaryFolder(), 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { old: server }, inputs: [1] }));
  expect(await new OwnServers(file).add(pasted)).toEqual({ ok: true, names: ['some'] });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    mcpServers: { old: server, some: server },
    inputs: [1],
  });
});

test('what is no server is refused, and a broken file is left alone', async () => {
  const file = join(temporaryFolder(), 'mcp.json');
  for (const pasted of ['', 'npx some-server', '{}', '{"some": {"args": []}}', '[1]'])
    expect(await new OwnServers(file).add(pasted)).toMatchObject({ ok: false });
  writeFileSync(file, '{ "mcpServers": ');
  expect(await new OwnServers(file).add(JSON.stringify({ some: server }))).toMatchObject({ ok: false });
  expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": ');
});

test.each([
  '```json\n{ "mcpServers": { "a": { "command": "x" } } }\n```',
  '{ "mcp": { "servers": { "a": { "command": "x" } } } }',
  '{ "servers": { "a": { "type": "stdio", "command": "x" } }, "inputs": [] }',
])('takes %j, as other READMEs have it', async (pasted) => {
  const own = new OwnServers(join(temporaryFolder(), 'mcp.json'));
  expect(await own.add(pasted)).toEqual({ ok: true, names: ['a'] });
});

test('an entry without a name is asked for one', async () => {
  const file = join(temporaryFolder(), 'mcp.json');
  const added = await new OwnServers(file).add('{ "command": "npx", "args": ["-y", "x"] }');
  expect(added.ok ? '' : added.problem).toContain('has no name');
  expect(existsSync(file)).toBe(false);
});

const fileSchema = z.object({ inputs: z.unknown(), mcpServers: z.record(z.string(), z.unknown()) });

/** A file with three servers, and something else in it. */
function threeServers() {
  const file = join(temporaryFolder(), 'mcp.json');
  const [one, two, three] = ['one', 'two', 'three'].map((command) => ({ command }));
  writeFileSync(file, JSON.stringify({ inputs: [1], mcpServers: { one, two, three } }));
  const read = () => fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { file, own: new OwnServers(file), read, names: () => Object.keys(read().mcpServers) };
}

test('a server is edited as it stands in the file, and keeps its place under another name too', async () => {
  const { own, read, names } = threeServers();
  expect(own.entry('two')).toBe('"two": {\n  "command": "two"\n}');
  expect(await own.replace('two', '"deux": { "command": "deux" }')).toEqual({ ok: true, names: ['deux'] });
  expect(names()).toEqual(['one', 'deux', 'three']);
  expect(read().inputs).toEqual([1]);
});

test('an edit that names another server, several, or none that is left, changes nothing', async () => {
  const { own, names } = threeServers();
  for (const text of [
    '"one": { "command": "x" }',
    '"a": {"command": "x"}, "b": {"command": "y"}',
    '"two": {}',
  ])
    expect(await own.replace('two', text)).toMatchObject({ ok: false });
  expect(await own.replace('four', '"four": { "command": "x" }')).toMatchObject({ ok: false });
  expect(names()).toEqual(['one', 'two', 'three']);
});

test.each(['one', 'two', 'three'])('%s is removed, and put back in its place', async (name) => {
  const { own, read, names } = threeServers();
  const before = read();
  await own.remove(name);
  expect(names()).not.toContain(name);
  expect(await own.putBack(name)).toEqual({ ok: true, names: [name] });
  expect(JSON.stringify(read().mcpServers)).toBe(JSON.stringify(before.mcpServers));
});

test('a server that was added by the name of a removed one stays', async () => {
  const { own, read } = threeServers();
  await own.remove('two');
  await own.add('"two": { "command": "newer" }');
  expect(await own.putBack('two')).toMatchObject({ ok: false });
  expect(read().mcpServers['two']).toEqual({ command: 'newer' });
});

test('a server is switched off by what other programs read too, and on again', async () => {
  const { own, read, names } = threeServers();
  expect(await own.setOn('two', false)).toEqual({ ok: true, names: [] });
  expect(read().mcpServers['two']).toEqual({ command: 'two', disabled: true });
  expect(await own.setOn('two', true)).toEqual({ ok: true, names: ['two'] });
  expect(read().mcpServers['two']).toEqual({ command: 'two' });
  expect(names()).toEqual(['one', 'two', 'three']);
});

test('changes at the same time are all kept', async () => {
  const { own, read, names } = threeServers();
  await Promise.all([own.remove('one'), own.setOn('three', false), own.add('"four": { "command": "four" }')]);
  expect(names()).toEqual(['two', 'three', 'four']);
  expect(read().mcpServers['three']).toMatchObject({ disabled: true });
});

test('a file that can’t be read is left as it is by every change', async () => {
  const { file, own } = threeServers();
  writeFileSync(file, '{ "mcpServers": ');
  for (const change of [
    own.remove('one'),
    own.setOn('one', false),
    own.replace('one', '"one": {"command":"x"}'),
  ])
    expect(await change).toMatchObject({ ok: false });
  expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": ');
});

test('a removed server can be put back after that failed, and after its name was taken', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'mcp.json');
  const own = new OwnServers(file);
  await own.add(JSON.stringify({ some: server }));
  await own.remove('some');
  await own.add(JSON.stringify({ some: { command: 'other' } }));
  expect(await own.putBack('some')).toMatchObject({ ok: false });
  writeFileSync(file, '{ "mcpServers": ');
  expect(await own.putBack('some')).toMatchObject({ ok: false });
  writeFileSync(file, '{}');
  expect(await own.putBack('some')).toEqual({ ok: true, names: ['some'] });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { some: server } });
});
