import { existsSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  isLeft,
  previewChat,
  resultOf,
  say,
} from '../../../test/main/previews/preview-chat.ts';
import { reminder } from './resolve-steering.ts';

const edit = (id = 'e1', oldText = 'two', newText = 'deux') =>
  call(id, 'edit_file', { path: 'a.txt', edits: [{ oldText, newText }] });

const forced = { type: 'tool', name: 'resolve' };
const names = (body: { tools: { name: string }[] }) => body.tools.map(({ name }) => name);

it('shows an edit first, forces resolve in exactly the next request, and writes once the person applies', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit()), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
  const [first, second] = [await chat.body(0), await chat.body(1)];
  expect(names(first)).not.toContain('resolve');
  expect(first.tool_choice).not.toEqual(forced);
  expect(names(second)).toContain('resolve');
  expect(second.tool_choice).toMatchObject(forced);
  expect(second.messages.at(-1)?.content.at(-1)).toMatchObject({ type: 'text', text: reminder });
  expect(chat.action()).toMatchObject({
    label: 'Edit a.txt',
    sourceToolName: 'edit_file',
    request: { reason: 'It is right' },
    preview: { files: [{ path: 'a.txt', change: 'changed', hunks: [{ lines: [' one', '-two', '+deux'] }] }] },
  });
  await chat.decide({ type: 'apply', note: 'Good' });
  const third = await chat.body(2);
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
  expect(third.tool_choice).not.toMatchObject(forced);
  expect(names(third)).not.toContain('resolve');
  expect(third.messages.at(-1)?.content).toMatchObject([
    { type: 'tool_result', content: 'Applied: Edit a.txt.\nThe user added: Good' },
  ]);
  await chat.turn('idle');
});

it('waits again after a restart, and applies what was shown', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit()), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.close();
  const next = await chat.restart();
  await next.chat.until(asked);
  await next.decide({ type: 'apply' });
  await next.turn('idle');
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
  const seen = await next.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')).toEqual({ ok: true, text: 'Applied: Edit a.txt.' });
});

it('gives the reason of the person who discards, and writes nothing', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit()), apply('r1'), say('Fine.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.decide({ type: 'discard', reason: 'Too French' });
  const { messages } = await chat.body(2);
  expect(messages.at(-1)?.content).toMatchObject([{ content: 'Discarded: Edit a.txt. Reason: Too French' }]);
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
});

it('leaves a preview undecided when the person writes instead, and lets the model answer that', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit()), apply('r1'), say('Because.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.send('Why?');
  const { messages, tool_choice } = await chat.body(2);
  expect(messages.at(-1)?.content).toMatchObject([
    { is_error: true, content: 'User responded in chat; the preview is still undecided' },
    { type: 'text', text: 'Why?' },
  ]);
  expect(tool_choice).not.toMatchObject(forced);
  await chat.turn('idle');
  expect(chat.action().outcome).toBeNull();
  await chat.decide({ type: 'apply' });
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
  chat.server.reply(say('I see.'));
  await chat.send('Go on');
  const { messages: later } = await chat.body(3);
  expect(JSON.stringify(later.at(-1))).toContain('About the preview “Edit a.txt”: Applied: Edit a.txt.');
});

it('reminds three times at most, and ends the turn with the preview pending', async () => {
  const chat = await previewChat();
  const look = (id: string) => answer(call(id, 'list_files', {}));
  chat.server.reply(answer(edit()), look('l1'), say('Hm.'), look('l3'), say('Never asked'));
  await chat.send('Go');
  await chat.chat.until(isLeft);
  await chat.turn('idle');
  expect(chat.server.requests).toHaveLength(4);
  for (const index of [1, 2, 3]) expect((await chat.body(index)).tool_choice).toMatchObject(forced);
  expect(chat.action().outcome).toBeNull();
});

it('refuses to write over a file that is no text any more, and asks the model again', async () => {
  const chat = await previewChat();
  chat.server.reply(
    answer(edit()),
    apply('r1'),
    answer(call('r2', 'resolve', { action: 'discard', reason: 'Stale' })),
  );
  await chat.send('Go');
  await chat.chat.until(asked);
  writeFileSync(chat.pathOf('a.txt'), '\0mine\n');
  await chat.decide({ type: 'apply' });
  const again = await chat.body(2);
  expect(again.tool_choice).toMatchObject(forced);
  expect(again.messages.at(-1)?.content[0]).toMatchObject({
    is_error: true,
    content: 'a.txt changed since this preview. Nothing was written.',
  });
  await chat.chat.until((now) => actionsOf(now).every(({ outcome }) => outcome !== null));
  expect(chat.read('a.txt')).toBe('\0mine\n');
  expect(chat.action().outcome).toMatchObject({
    type: 'discarded',
    decidedBy: 'agent',
    agentReason: 'Stale',
  });
});

it('joins the changes of one step into one preview, applied together or not at all', async () => {
  const chat = await previewChat();
  chat.server.reply(
    answer(edit(), edit('e2', 'one', 'un'), call('w1', 'write_file', { path: 'new/b.txt', content: 'b\n' })),
    apply('r1'),
    say('Done.'),
  );
  await chat.send('Go');
  const seen = await chat.chat.until(asked);
  expect(actionsOf(seen)).toHaveLength(1);
  expect(chat.action().label).toBe('Change 2 files');
  await chat.decide({ type: 'apply' });
  await chat.body(2);
  expect([chat.read('a.txt'), chat.read('new/b.txt')]).toEqual(['un\ndeux\n', 'b\n']);
});

it('supersedes an older preview of the same file', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit()), answer(edit('e2', 'two', 'zwei')), apply('r1'), say('Done.'));
  await chat.send('Go');
  const seen = await chat.chat.until(asked);
  expect(actionsOf(seen).map(({ outcome }) => outcome?.type)).toEqual(['superseded', undefined]);
  await chat.decide({ type: 'apply' }, 1);
  await chat.body(3);
  expect(chat.read('a.txt')).toBe('one\nzwei\n');
});

it('applies edits without asking where the chat says so', async () => {
  const chat = await previewChat();
  await chat.client.workspace.setApprovals({ workspaceId: chat.workspaceId, approvals: 'auto-edits' });
  chat.server.reply(answer(edit()), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.body(2);
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
  await chat.chat.until((now) => actionsOf(now).some(({ outcome }) => outcome !== null));
  expect(chat.action().outcome).toMatchObject({ type: 'applied', decidedBy: 'policy' });
});

it('fails closed on another fingerprint, and takes the same decision twice', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit()), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await expect(chat.decide({ type: 'apply' }, 0, 'other')).rejects.toMatchObject({ code: 'stale-preview' });
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
  await Promise.all([chat.decide({ type: 'apply' }), chat.decide({ type: 'apply' })]);
  await chat.turn('idle');
  await expect(chat.decide({ type: 'discard' })).rejects.toMatchObject({ code: 'preview-settled' });
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
});

it('undoes what was applied while the file is still what was written, and tells the model', async () => {
  const chat = await previewChat();
  chat.server.reply(
    answer(call('w1', 'write_file', { path: 'b.txt', content: 'b\n' })),
    apply('r1'),
    say('Done.'),
  );
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  const undo = () =>
    chat.client.workspace.undoPreview({ workspaceId: chat.workspaceId, actionId: chat.action().id });
  writeFileSync(chat.pathOf('b.txt'), 'mine\n');
  await expect(undo()).rejects.toMatchObject({ code: 'undo-refused' });
  writeFileSync(chat.pathOf('b.txt'), 'b\n');
  await undo();
  await undo();
  expect(existsSync(chat.pathOf('b.txt'))).toBe(false);
  await chat.send('And now?');
  expect(JSON.stringify((await chat.body(3)).messages.at(-1))).toContain('The user undid it');
});

it('says there is nothing to resolve to a model that calls resolve unasked', async () => {
  const chat = await previewChat();
  chat.server.reply(apply('r1'), say('Oh.'));
  await chat.send('Go');
  const { messages } = await chat.body(1);
  expect(messages.at(-1)?.content).toMatchObject([
    { is_error: true, content: 'No pending action to resolve. Nothing to apply or discard.' },
  ]);
});

it('leaves a preview pending and unpressed when the person stops the turn', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit()), apply('r1'), say('Where were we?'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.client.workspace.stop({ workspaceId: chat.workspaceId });
  await chat.turn('interrupted');
  const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')).toEqual({ ok: false, text: 'Interrupted' });
  expect(chat.action().outcome).toBeNull();
  await chat.send('Hello');
  const { tool_choice, tools } = await chat.body(2);
  expect(tool_choice).not.toMatchObject(forced);
  expect(names({ tools })).toContain('resolve');
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  await chat.chat.until((now) => actionsOf(now).every(({ outcome }) => outcome?.type === 'applied'));
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
});

it('decides nothing about a preview that left the chat', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit()), apply('r1'), say('Start over.'));
  await chat.send('Go');
  const { messages } = await chat.chat.until(asked);
  const { id: actionId, fingerprint } = chat.action();
  const [first] = messages;
  if (first === undefined) throw new Error('There is no message.');
  const { workspaceId } = chat;
  await chat.client.workspace.resendMessage({ workspaceId, messageId: first.id, key: 'again', text: 'Anew' });
  const late = chat.client.workspace.decidePreview({
    workspaceId,
    actionId,
    fingerprint,
    decision: { type: 'apply' },
  });
  await expect(late).rejects.toMatchObject({ code: 'preview-settled' });
  expect(names(await chat.body(2))).not.toContain('resolve');
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
});
