import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { LineComment } from '../../shared/previews/decision.ts';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  leftAlone,
  previewChat,
  resultOf,
  say,
  toolOf,
} from '../../../test/main/previews/preview-chat.ts';

const edit = call('e1', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] });
const again = call('e2', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'zwei' }] });

const onOld: LineComment = { path: 'a.txt', side: 'old', line: 2, quote: 'two', text: 'Why not keep it?' };
const onNew: LineComment = { path: 'a.txt', side: 'new', line: 2, quote: 'deux', text: 'German,\nplease' };
const comments = [onNew, onOld];
const said =
  'On a.txt, line 2 before the change:\n> two\nWhy not keep it?\n\nOn a.txt, line 2:\n> deux\nGerman,\nplease';
const askedFor =
  'Changes asked for: Edit a.txt. Nothing was written. Stage it again with what the user asks for.';

/** A chat whose preview waits with a call of `resolve`. */
async function waiting(...then: Parameters<Awaited<ReturnType<typeof previewChat>>['server']['reply']>) {
  const chat = await previewChat();
  chat.server.reply(answer(edit), apply('r1'), ...then);
  await chat.send('Go');
  await chat.chat.until(asked);
  return chat;
}

it('tells the model what was said of lines, behind the words with which it is applied or discarded', async () => {
  for (const [decision, words] of [
    [{ type: 'apply', note: 'Fine', comments }, 'Applied: Edit a.txt.\nThe user added: Fine\n\n'],
    [{ type: 'apply', comments }, 'Applied: Edit a.txt.\nThe user added: '],
    [{ type: 'discard', reason: 'No', comments }, 'Discarded: Edit a.txt. Reason: No\n\n'],
    [{ type: 'discard', comments }, 'Discarded: Edit a.txt. Reason: '],
  ] as const) {
    const chat = await waiting(say('Done.'));
    await chat.decide({ ...decision, comments: [...comments] });
    await chat.turn('idle');
    const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
    expect(resultOf(seen, 'r1')?.text).toBe(`${words}${said}`);
    expect(chat.action().outcome).toMatchObject({ comments });
  }
});

it('sends an edit back with comments and a note; the next one of the same file takes its place', async () => {
  const chat = await waiting(answer(again), apply('r2'), say('Done.'));
  await chat.decide({ type: 'ask-for-changes', note: 'In German', comments });
  const seen = await chat.chat.until((now) => actionsOf(now).length === 2 && asked(now));
  expect(resultOf(seen, 'r1')).toMatchObject({ ok: true, text: `${askedFor}\n\nIn German\n\n${said}` });
  expect(chat.action().outcome).toMatchObject({
    type: 'refined',
    decidedBy: 'user',
    userWords: 'In German',
    superseded: true,
  });
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
  await chat.decide({ type: 'apply' }, 1);
  await chat.turn('idle');
  expect(chat.read('a.txt')).toBe('one\nzwei\n');
});

it('tells the model how the person would have it, and which files they would leave', async () => {
  const chat = await waiting(say('Done.'));
  await chat.decide({
    type: 'ask-for-changes',
    note: 'Like this',
    edits: [{ path: 'a.txt', text: 'one\nzwo\n' }],
  });
  const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')?.text).toMatch(
    /Like this\n\nWhat the user would make of the proposal:\n--- a\.txt\n\+\+\+ a\.txt\n@@[^]*-deux\n\+zwo/,
  );
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
});

it('has the agent go on at once where no turn is running', async () => {
  const chat = await leftAlone(await previewChat(), edit);
  chat.server.reply(answer(again), apply('r2'), say('Done.'));
  await chat.decide({ type: 'ask-for-changes', comments: [onNew] });
  await chat.chat.until((now) => actionsOf(now).length === 2 && asked(now));
  const told = `About the preview “Edit a.txt”: ${askedFor}\\n\\nOn a.txt, line 2:`;
  expect(JSON.stringify((await chat.body(4)).messages)).toContain(told);
});

it('takes the same decision twice, and none with a comment on a file that is not shown', async () => {
  const chat = await waiting(say('Done.'));
  const { fingerprint } = chat.action();
  const other: LineComment = { ...onNew, path: 'b.txt' };
  await expect(chat.decide({ type: 'ask-for-changes', comments: [other] })).rejects.toMatchObject({
    code: 'invalid-edit',
  });
  const decision = { type: 'ask-for-changes' as const, comments };
  await Promise.all([1, 2].map(() => chat.decide(decision)));
  await chat.turn('idle');
  await chat.decide(decision, 0, fingerprint);
  await expect(
    chat.decide({ type: 'ask-for-changes', comments: [onNew] }, 0, fingerprint),
  ).rejects.toMatchObject({ code: 'preview-settled' });
  await expect(chat.decide({ type: 'discard', comments }, 0, fingerprint)).rejects.toMatchObject({
    code: 'preview-settled',
  });
});

it('keeps comments over a restart until they are sent, each line on its own', async () => {
  const chat = await waiting(say('Done.'));
  const save = (client: typeof chat.client, change: LineComment[]) =>
    client.workspace.savePreviewDraft({
      workspaceId: chat.workspaceId,
      actionId: chat.action().id,
      change: { comments: change },
    });
  await save(chat.client, [onOld]);
  await save(chat.client, [onNew]);
  await chat.close();
  const next = await chat.restart();
  expect(toolOf(await next.chat.until(asked), 'e1')?.unsent?.comments).toEqual([onOld, onNew]);
  await save(next.client, [{ ...onOld, text: '' }]);
  chat.server.reply(say('Well.'));
  await next.decide({ type: 'ask-for-changes', comments: [onNew] });
  await next.turn('idle');
  await next.close();
  const last = await chat.restart();
  const seen = await last.chat.until((now) => actionsOf(now)[0]?.outcome?.type === 'refined');
  expect(toolOf(seen, 'e1')?.unsent).toBeUndefined();
  expect(last.action().outcome).toMatchObject({ comments: [onNew] });
});

it('keeps the comments of a change that could not be applied', async () => {
  const chat = await waiting(say('Hm.'), say('Hm.'), say('Hm.'));
  writeFileSync(chat.pathOf('a.txt'), '\0mine\n');
  const actionId = chat.action().id;
  await chat.client.workspace.savePreviewDraft({
    workspaceId: chat.workspaceId,
    actionId,
    change: { comments },
  });
  await chat.decide({ type: 'apply', comments });
  await chat.turn('idle');
  await chat.close();
  const next = await chat.restart();
  const seen = await next.chat.until((now) => actionsOf(now).some(({ failure }) => failure !== null));
  expect(toolOf(seen, 'e1')?.unsent?.comments).toEqual(comments);
});
