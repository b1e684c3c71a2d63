import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { mcpChat, whichOf } from '../../../../test/main/outside/mcp-chat.ts';
import { generations } from '../../../../test/main/outside/mcp-clients.ts';
import { waits } from '../../../../test/main/start-chat.ts';
import { untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';

const inbox = workspaceIdSchema.parse('inbox');

describe.each(generations)('a question of a client of %s', (generation) => {
  test("that names no folder appears where the client's first root is", async () => {
    const { connect, chat, folder } = await mcpChat();
    mkdirSync(join(folder, 'inner'));
    const roots = [pathToFileURL(join(folder, 'inner')).href, pathToFileURL('/elsewhere').href];
    const client = await connect(generation, 'codex', { roots });
    client.call('ask_user', whichOf()).catch(() => undefined);
    expect((await chat.until(waits(1))).messages).toHaveLength(1);
  });

  test('that names a folder appears there, whatever the roots are', async () => {
    const { connect, chat, folder } = await mcpChat();
    const client = await connect(generation, 'codex', { roots: ['file:///elsewhere'] });
    client.call('ask_user', whichOf('Which?', folder)).catch(() => undefined);
    expect((await chat.until(waits(1))).messages).toHaveLength(1);
  });

  test.each([
    ['has no roots', undefined],
    ['has a root on no disk', ['https://example.com/project']],
  ])('whose client %s goes to the Inbox', async (_name, roots) => {
    const { connect, window } = await mcpChat();
    const client = await connect(generation, 'codex', { roots });
    client.call('ask_user', whichOf()).catch(() => undefined);
    await untilWorkspace(window, inbox, () => true);
    const inInbox = await watchChat(window, inbox);
    expect((await inInbox.until(waits(1))).messages).toHaveLength(1);
  });

  test('through parley mcp appears where that was started for', async () => {
    const { connect, chat, folder } = await mcpChat();
    const client = await connect(generation, 'codex', { bridge: ['--workspace', folder] });
    client.call('ask_user', whichOf()).catch(() => undefined);
    expect((await chat.until(waits(1))).messages).toHaveLength(1);
  });
});
