import { expect, test } from 'vitest';
import { watchChat } from '../../../test/main/test-app.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import { answerPermission } from '../../../test/main/permissions/permission-chat.ts';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  previewChat,
  resultOf,
  say,
} from '../../../test/main/previews/preview-chat.ts';

const edit = (id: string, newText: string) =>
  answer(call(id, 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText }] }));

type First = Awaited<ReturnType<typeof previewChat>>;

/** Another chat on the folder, whose preview waits with a call of `resolve`. */
async function anotherChat({ client, folder }: First) {
  const { id: workspaceId } = await client.workspace.create({ folder });
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  await client.workspace.rename({ workspaceId, name: 'German' });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'k', text: 'Go too' });
  await chat.until(asked);
  return chat;
}

/** Two chats on one folder, each with a preview of the same file that waits. */
async function twoChats() {
  const first = await previewChat({ 'a.txt': 'one\ntwo\n' });
  const replies = [edit('e1', 'deux'), apply('r1'), edit('e2', 'zwei'), apply('r2')];
  first.server.reply(...replies, say('Done.'), say('Done.'));
  await first.send('Go');
  await first.chat.until(asked);
  return { first, second: await anotherChat(first) };
}

const meanwhileOf = (now: Transcript) => {
  const preview = actionsOf(now)[0]?.preview;
  return preview?.type === 'edit' ? preview.files[0]?.meanwhile : undefined;
};
const isMerged = (now: Transcript) => meanwhileOf(now) === 'changed';

const outdatedOf = (now: Transcript) => {
  const outcome = actionsOf(now)[0]?.outcome;
  return outcome?.type === 'applied' ? outcome.outdated : undefined;
};

test('what one chat applies is under the preview of another at once, and both say so', async () => {
  const { first, second } = await twoChats();
  await first.decide({ type: 'apply' });
  expect(actionsOf(await second.until(isMerged))[0]?.preview).toMatchObject({
    files: [{ conflicts: [{ ours: ['deux'], theirs: ['zwei'] }] }],
  });
  const seen = await first.chat.until((now) => outdatedOf(now) !== undefined);
  expect(outdatedOf(seen)).toEqual(['German']);
  expect(first.read('a.txt')).toBe('one\ndeux\n');
});

test('a change that one chat discards leaves the preview of another as it is', async () => {
  const { first, second } = await twoChats();
  await first.decide({ type: 'discard', reason: '' });
  await first.chat.until((now) => actionsOf(now)[0]?.outcome !== null);
  expect(meanwhileOf(second.transcript())).toBeUndefined();
});

test('undoing what one chat applied does the same to a preview of what that had written', async () => {
  const first = await previewChat({ 'a.txt': 'one\ntwo\n' });
  const { client, workspaceId, server } = first;
  server.reply(
    edit('e1', 'two, deux'),
    apply('r1'),
    say('Done.'),
    edit('e2', 'zwei'),
    apply('r2'),
    say('Done.'),
  );
  await first.send('Go');
  await first.chat.until(asked);
  await first.decide({ type: 'apply' });
  await first.turn('idle');
  const second = await anotherChat(first);
  await client.workspace.undoPreview({ workspaceId, actionId: first.action().id });
  await second.until(isMerged);
  expect(outdatedOf(await first.chat.until((now) => outdatedOf(now) !== undefined))).toEqual(['German']);
});

test('a command of one chat does it too, and its card and its agent say so', async () => {
  const first = await previewChat({ 'a.txt': 'one\ntwo\n' });
  const { client, workspaceId, chat, server } = first;
  const command = call('run', 'run_command', { command: 'echo three > a.txt' });
  server.reply(edit('e2', 'zwei'), apply('r2'), answer(command), say('Done.'), say('Done.'));
  const second = await anotherChat(first);
  await first.send('Go');
  await answerPermission({ client, chat, workspaceId }, 'run', { choiceId: 'once' });
  await second.until(isMerged);
  const seen = await chat.until((now) => resultOf(now, 'run') !== undefined);
  expect(resultOf(seen, 'run')?.text).toContain('has to look at again: a.txt.');
});
