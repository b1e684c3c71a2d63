import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  actionsOf,
  answer,
  apply,
  call,
  previewChat,
  say,
} from '../../../test/main/previews/preview-chat.ts';
import { unsentText } from '../../../test/main/test-app.ts';

const child = fileURLToPath(new URL('../../../test/main/changes/rewind-child.ts', import.meta.url));

it('has the text of the message in the field, wherever the process is killed', async () => {
  const { server, dataDir, env, workspaceId, ...chat } = await previewChat();
  const edit = call('e1', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] });
  server.reply(answer(edit), apply('r1'), say('Done.'));
  await chat.send('Translate it');
  const { messages } = await chat.chat.until((seen) => (actionsOf(seen)[0]?.request ?? null) !== null);
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  await chat.close();
  const rewindIn = (killAt: number) => {
    const task = { dataDir, env, workspaceId, messageId: messages[0]?.id, paths: ['a.txt'] };
    return spawnSync(process.execPath, [child, `${killAt}`, JSON.stringify(task)], { encoding: 'utf8' });
  };
  const steps = z.array(z.string()).parse(JSON.parse(rewindIn(-1).stdout));
  const lastFile = steps.findLastIndex((step) => step !== 'database');
  for (const killAt of [0, lastFile, steps.length - 1]) {
    const before = await chat.restart();
    await before.client.workspace.undoRewind({ workspaceId });
    expect(chat.read('a.txt')).toBe('one\ndeux\n');
    await before.client.workspace.saveMessageDraft({ workspaceId, text: 'Typed' });
    await before.close();
    expect(rewindIn(killAt).signal).toBe('SIGKILL');
    const { client, chat: seen, close } = await chat.restart();
    await seen.until(({ rewound }) => rewound !== undefined);
    expect(await unsentText(client, workspaceId)).toBe('Translate it\nTyped');
    expect(chat.read('a.txt')).toBe('one\ntwo\n');
    await close();
  }
});
