import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { processesOf } from '../../commands/processes.ts';
import { hostile } from '../../../../test/main/mcp-servers/hostile-server.ts';
import { noisyPngOf } from '../../../../test/main/agents/model/sample-images.ts';
import { serversChat } from '../../../../test/main/mcp-servers/servers-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';

const require = createRequire(import.meta.url);

const packageSchema = z.object({ bin: z.record(z.string(), z.string()) });

const packages = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
};

/** The program of a server that npm has installed. */
function installed(name: keyof typeof packages): string {
  const file = packages[name];
  const { bin } = packageSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return join(dirname(file), Object.values(bin)[0] ?? '');
}

const node = (...args: string[]) => ({ command: process.execPath, args });

test('a tool of a server that npm has is offered, asks, and its result reaches the model', async () => {
  const notes = temporaryFolder();
  writeFileSync(join(notes, 'a.txt'), 'the text of it');
  const chat = await serversChat({ files: node(installed('filesystem'), notes) });
  await chat.calls('files__read_text_file', { path: join(notes, 'a.txt') });
  const subject = await chat.asked();
  expect(subject).toMatchObject({
    type: 'mcp',
    server: 'files',
    tool: 'read_text_file',
    input: { path: join(notes, 'a.txt') },
    annotations: { readOnlyHint: true },
  });
  await chat.answers('once');
  expect(await chat.result()).toEqual({ ok: true, text: 'the text of it' });
  expect(chat.offered()).toContain('files__write_file');
});

test('what is denied is not called', async () => {
  const place = temporaryFolder();
  const chat = await serversChat({ files: node(installed('filesystem'), place) });
  await chat.calls('files__write_file', { path: join(place, 'b.txt'), content: 'x' });
  await chat.asked();
  await chat.answers('no');
  expect(await chat.result()).toEqual({ ok: false, text: 'The user denied this.' });
  expect(existsSync(join(place, 'b.txt'))).toBe(false);
});

test('a rule answers for the same tool, also after a restart; the memory server remembers meanwhile', async () => {
  const memory = join(temporaryFolder(), 'memory.json');
  const chat = await serversChat({
    memory: { ...node(installed('memory')), env: { MEMORY_FILE_PATH: memory } },
  });
  const entities = [{ name: 'wren', entityType: 'bird', observations: ['small'] }];
  await chat.calls('memory__create_entities', { entities });
  await chat.asked();
  await chat.answers('always-0');
  expect(await chat.result()).toMatchObject({ ok: true });
  await chat.restart();
  await chat.calls('memory__create_entities', { entities: [{ ...entities[0], name: 'robin' }] });
  expect(await chat.result()).toMatchObject({ ok: true });
  expect(readFileSync(memory, 'utf8')).toContain('robin');
});

test('no rule of before answers once a server has said that its list changed, read again or not', async () => {
  const chat = await serversChat({
    turns: node(join(import.meta.dirname, '../../../../test/main/mcp-servers/changing-server.ts')),
  });
  await chat.calls('turns__look', { nth: 1 });
  await chat.asked();
  await chat.answers('always-0');
  expect((await chat.result()).text).toBe('called 1');
  await chat.calls('turns__look', { nth: 2 });
  await chat.asked();
  await chat.answers('no');
  expect((await chat.result()).ok).toBe(false);
});

test('a rule holds for a tool whose server writes the same in another order, as another protocol has it', async () => {
  const reads = "{ type: 'object', properties: { a: { type: 'string', title: 'A' } } }";
  const turned = "{ properties: { a: { title: 'A', type: 'string' } }, type: 'object' }";
  const chat = await serversChat({
    turns: hostile(
      `globalThis.lists ??= 0;
      if (method === 'tools/list') {
        const tool = { name: 'look', inputSchema: globalThis.lists++ === 0 ? ${reads} : ${turned} };
        return send({ id, result: { tools: [tool] } });
      }
      if (method === 'tools/call') {
        send({ method: 'notifications/tools/list_changed' });
        return text(id, 'looked');
      }`,
    ),
  });
  await chat.calls('turns__look', {});
  await chat.asked();
  await chat.answers('always-0');
  expect((await chat.result()).text).toBe('looked');
  await chat.logged('Its list of tools has changed.');
  await chat.calls('turns__look', { a: 'again' });
  expect((await chat.result()).text).toBe('looked');
});

test('images and embedded resources come along, and servers end with Parley, with all they started', async () => {
  const chat = await serversChat({ everything: node(installed('everything')) });
  await chat.calls('everything__get-tiny-image', {});
  await chat.asked();
  await chat.answers('once');
  const result = await chat.result();
  expect(result.text).toContain('[Image 1]');
  expect(result.images).toMatchObject([{ kind: 'image', mediaType: 'image/png' }]);
  const markers = readFileSync(join(chat.dataDir, 'mcp-servers.running'), 'utf8').split('\n');
  expect(markers.flatMap((marker) => processesOf({ group: null, marker })).length).toBeGreaterThan(0);
  await chat.close();
  expect(markers.flatMap((marker) => processesOf({ group: null, marker }))).toEqual([]);
  expect(existsSync(join(chat.dataDir, 'mcp-servers.running'))).toBe(false);
});

test('an image of a result that is cut off is left out and named, and the rest of the result stays', async () => {
  const whole = noisyPngOf(40, 40);
  const images = [whole.subarray(0, 900), whole].map((bytes) => bytes.toString('base64'));
  const chat = await serversChat({
    camera: hostile(
      `if (method === 'tools/list')
        return send({ id, result: { tools: [{ name: 'look', inputSchema: { type: 'object' } }] } });
      if (method === 'tools/call')
        return send({ id, result: { content: ${JSON.stringify(images)}.map((data) =>
          ({ type: 'image', data, mimeType: 'image/png' })) } });`,
    ),
  });
  await chat.calls('camera__look', {});
  await chat.asked();
  await chat.answers('once');
  const { ok, text, images: kept } = await chat.result();
  expect(ok).toBe(true);
  expect(text).toBe(
    '[Image 1]\n[Image 2]\n[Image 1 is left out: it is damaged, too large, or no image that can be shown]',
  );
  expect(kept).toMatchObject([{ name: 'Image 2', width: 40, height: 40 }]);
});

test('a folder’s server is used once the folder is trusted, and not when its file has changed since', async () => {
  const place = temporaryFolder();
  const chat = await serversChat({});
  mkdirSync(chat.folder, { recursive: true });
  const servers = (...args: string[]) =>
    JSON.stringify({ mcpServers: { files: node(installed('filesystem'), ...args) } });
  writeFileSync(join(chat.folder, '.mcp.json'), servers(place));
  await chat.calls('files__list_allowed_directories', {});
  expect((await chat.result()).text).toContain('no tool called');
  await chat.trusts();
  await chat.calls('files__list_allowed_directories', {});
  await chat.asked();
  await chat.answers('always-0');
  expect((await chat.result()).text).toContain(place);
  writeFileSync(join(chat.folder, '.mcp.json'), servers('/'));
  await chat.calls('files__list_allowed_directories', {});
  expect((await chat.result()).text).toContain('no tool called');
  await chat.trusts();
  await chat.calls('files__list_allowed_directories', {});
  await chat.asked();
  await chat.answers('no');
});
