import { describe, expect, it, onTestFinished } from 'vitest';
import { watchDisk } from '../../../test/main/folder/disk-steps.ts';
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

const files = { 'a.txt': 'one\ntwo\n', 'b.txt': 'three\n' };
const edit = (id: string, path = 'a.txt', oldText = 'two', newText = 'deux') =>
  call(id, 'edit_file', { path, edits: [{ oldText, newText }] });
const editB = (id: string) => edit(id, 'b.txt', 'three', 'trois');
const discard = (id: string, reason: string) => answer(call(id, 'resolve', { action: 'discard', reason }));
const forced = { type: 'tool', name: 'resolve' };

type Chat = Awaited<ReturnType<typeof previewChat>>;

/** The text a model reads, in a request, as the result of the call before it. */
async function expectResult(chat: Chat, request: number, text: string): Promise<void> {
  const { messages } = await chat.body(request);
  expect(messages.at(-1)?.content[0]).toMatchObject({ type: 'tool_result', content: text });
}

describe('several previews', () => {
  it('are forced one by one, the newest first', async () => {
    const chat = await previewChat(files);
    chat.server.reply(answer(edit('e1')), answer(editB('e2')), apply('r1'), apply('r2'), say('Done.'));
    await chat.send('Go');
    await chat.chat.until(asked);
    expect(actionsOf(chat.chat.transcript()).map(({ request }) => request !== null)).toEqual([false, true]);
    await chat.decide({ type: 'apply' }, 1);
    await expectResult(chat, 3, 'Applied: Edit b.txt.');
    expect((await chat.body(3)).tool_choice).toMatchObject(forced);
    expect(chat.read('a.txt')).toBe('one\ntwo\n');
    await chat.chat.until((now) => actionsOf(now)[0]?.request !== null);
    await chat.decide({ type: 'apply' }, 0);
    await expectResult(chat, 4, 'Applied: Edit a.txt.');
    expect((await chat.body(4)).tool_choice).not.toMatchObject(forced);
    expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['one\ndeux\n', 'trois\n']);
  });

  it('are resolved by the one the person decided before, though another is newer', async () => {
    const chat = await previewChat(files);
    const gate = Promise.withResolvers<void>();
    const late = { ...apply('r1'), after: gate.promise };
    chat.server.reply(answer(edit('e1')), answer(editB('e2')), late, discard('r2', 'Enough'));
    await chat.send('Go');
    await chat.body(2);
    await chat.chat.until((now) => actionsOf(now).length === 2);
    await chat.decide({ type: 'apply', note: 'This one' }, 0);
    gate.resolve();
    await expectResult(chat, 3, 'Applied: Edit a.txt.\nThe user added: This one');
    await chat.chat.until((now) => actionsOf(now).every(({ outcome }) => outcome !== null));
    expect(actionsOf(chat.chat.transcript()).map(({ outcome }) => outcome?.type)).toEqual([
      'applied',
      'discarded',
    ]);
    expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['one\ndeux\n', 'three\n']);
  });

  it('leave nothing to a second call of the same step', async () => {
    const chat = await previewChat(files);
    const twice = (id: string) => call(id, 'resolve', { action: 'discard', reason: 'No' });
    chat.server.reply(answer(edit('e1')), answer(twice('r1'), twice('r2')), say('Done.'));
    await chat.send('Go');
    const { messages } = await chat.body(2);
    expect(messages.at(-1)?.content).toMatchObject([
      { content: 'Discarded: Edit a.txt. Reason: No' },
      { content: 'No pending action to resolve. Nothing to apply or discard.', is_error: true },
    ]);
  });
});

describe('a decision', () => {
  it.each([
    ['nothing', undefined],
    ['no type', {}],
    ['another type', { type: 'yes' }],
    ['a note that is no text', { type: 'apply', note: { text: 'x' } }],
  ])('of %s changes nothing', async (_, decision) => {
    const chat = await previewChat(files);
    chat.server.reply(answer(edit('e1')), apply('r1'), say('Done.'));
    await chat.send('Go');
    await chat.chat.until(asked);
    const { id: actionId, fingerprint } = chat.action();
    const { workspaceId } = chat;
    const call = { workspaceId, actionId, fingerprint, decision };
    // @ts-expect-error A window of another version, or somebody else's program, sends what it likes.
    await expect(chat.client.workspace.decidePreview(call)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(chat.action()).toMatchObject({ outcome: null, decision: null });
    expect(chat.read('a.txt')).toBe('one\ntwo\n');
  });

  it('about another fingerprint changes nothing, also before the call of resolve', async () => {
    const chat = await previewChat(files);
    const gate = Promise.withResolvers<void>();
    const late = { ...answer(edit('e2', 'a.txt', 'two', 'zwei')), after: gate.promise };
    chat.server.reply(answer(edit('e1')), late, apply('r1'), say('Done.'));
    await chat.send('Go');
    await chat.chat.until((now) => actionsOf(now).length === 1);
    const { fingerprint } = chat.action();
    gate.resolve();
    await chat.chat.until(asked);
    const stale = chat.decide({ type: 'apply' }, 1, fingerprint);
    await expect(stale).rejects.toMatchObject({ code: 'stale-preview' });
    const superseded = chat.decide({ type: 'apply' }, 0);
    await expect(superseded).rejects.toMatchObject({ code: 'preview-settled' });
    expect(chat.read('a.txt')).toBe('one\ntwo\n');
  });
});

describe('Stop', () => {
  it('while files are being written puts all of them back; the preview is pending and undecided', async () => {
    const chat = await previewChat(files);
    chat.server.reply(answer(edit('e1'), editB('e2')), apply('r1'), say('Where were we?'));
    await chat.send('Go');
    await chat.chat.until(asked);
    const { workspaceId, client } = chat;
    let renames = 0;
    const letGo = await watchDisk(async ({ name }) => {
      renames += Number(name === 'rename');
      if (name === 'rename' && renames === 1) await client.workspace.stop({ workspaceId });
    });
    onTestFinished(letGo);
    await chat.decide({ type: 'apply' });
    await chat.turn('interrupted');
    const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
    expect(resultOf(seen, 'r1')).toEqual({ ok: false, text: 'Interrupted' });
    expect(renames).toBe(2);
    expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['one\ntwo\n', 'three\n']);
    await chat.chat.until((now) => actionsOf(now).every(({ decision }) => decision === null));
    expect(chat.action()).toMatchObject({ outcome: null, request: null, failure: null });
    await chat.decide({ type: 'apply' });
    await chat.chat.until((now) => actionsOf(now).every(({ outcome }) => outcome?.type === 'applied'));
    expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['one\ndeux\n', 'trois\n']);
  });
});

it('takes no decision while it is being written', async () => {
  const chat = await previewChat(files);
  await chat.client.workspace.setApprovals({ workspaceId: chat.workspaceId, approvals: 'auto-edits' });
  chat.server.reply(answer(edit('e1')), apply('r1'), say('Done.'));
  const [writing, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const letGo = await watchDisk(async ({ name }) => {
    if (name !== 'rename') return;
    writing.resolve();
    await goesOn.promise;
  });
  onTestFinished(letGo);
  await chat.send('Go');
  await writing.promise;
  await chat.chat.until((now) => actionsOf(now)[0]?.state.type === 'carrying-out');
  const discarded = chat.decide({ type: 'discard', reason: 'Too late' });
  await expect(discarded).rejects.toMatchObject({ code: 'preview-settled' });
  goesOn.resolve();
  await expectResult(chat, 2, 'Applied: Edit a.txt.');
  await chat.chat.until((now) => actionsOf(now)[0]?.outcome?.type === 'applied');
  expect(chat.action().outcome).toMatchObject({ decidedBy: 'policy' });
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
});
