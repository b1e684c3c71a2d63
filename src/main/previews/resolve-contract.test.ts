import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchDisk } from '../../../test/main/folder/disk-steps.ts';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  isLeft,
  previewChat,
  say,
} from '../../../test/main/previews/preview-chat.ts';
import { messageIdSchema } from '../../shared/ids.ts';
import type { Progress } from '../storage/action-store.ts';
import { freshForces, withForce, withForcesBack } from './staged-action.ts';
import { reminder } from './resolve-steering.ts';

type Chat = Awaited<ReturnType<typeof previewChat>>;

const files = { 'a.txt': 'one\ntwo\n', 'b.txt': 'three\n' };
const edit = (id: string, path = 'a.txt', oldText = 'two', newText = 'deux') =>
  call(id, 'edit_file', { path, edits: [{ oldText, newText }] });
const editB = (id: string) => edit(id, 'b.txt', 'three', 'trois');
const discard = (id: string, reason: string) => answer(call(id, 'resolve', { action: 'discard', reason }));
const forced = { type: 'tool', name: 'resolve' };

/** Returns the result of a call as the model reads it in the next request. */
async function resultIn(chat: Chat, request: number) {
  const { messages } = await chat.body(request);
  const found = messages.at(-1)?.content.find(({ type }) => type === 'tool_result');
  return { text: found?.['content'], error: found?.['is_error'] === true };
}

/** Returns the stored details of a call's result. */
function detailsOf({ dataDir }: Chat, toolCallId: string): unknown {
  const database = new DatabaseSync(join(dataDir, 'parley.db'), { readOnly: true });
  onTestFinished(() => database.close());
  const row = database.prepare('SELECT details FROM parts WHERE tool_call_id = ?').get(toolCallId);
  return JSON.parse(String(row?.['details']));
}

const reminders = ({ messages }: Awaited<ReturnType<Chat['body']>>) =>
  messages.flatMap(({ content }) => content).filter(({ text }) => text === reminder).length;

/** Lets the disk fail with this code the next time a file is put in place. */
async function failOnce(code: string): Promise<void> {
  let isDue = true;
  const letGo = await watchDisk(async ({ name }) => {
    if (name !== 'rename' || !isDue) return;
    isDue = false;
    throw Object.assign(new Error(code), { code });
  });
  onTestFinished(letGo);
}

describe('what a call of resolve gets', () => {
  it('apply: the text of the producer, and every detail', async () => {
    const chat = await previewChat(files);
    const extra = { title: 'x', nested: { deep: [1, null] } };
    const resolve = call('r1', 'resolve', { action: 'apply', reason: 'It is right', extra });
    chat.server.reply(answer(edit('e1')), answer(resolve), say('Done.'));
    await chat.send('Go');
    await chat.chat.until(asked);
    await chat.decide({ type: 'apply' });
    expect(await resultIn(chat, 2)).toEqual({ text: 'Applied: Edit a.txt.', error: false });
    expect(detailsOf(chat, 'r1')).toEqual({
      action: 'apply',
      reason: 'It is right',
      extra,
      sourceToolName: 'edit_file',
      label: 'Edit a.txt',
      sourceResultDetails: { files: [{ path: 'a.txt', change: 'changed' }] },
      decidedBy: 'user',
    });
  });

  it('apply that fails once: the failure, the reminder and the force again, then the text', async () => {
    const chat = await previewChat(files);
    chat.server.reply(answer(edit('e1'), editB('e2')), apply('r1'), apply('r2', 'Once more'), say('Done.'));
    await chat.send('Go');
    await chat.chat.until(asked);
    await failOnce('EIO');
    await chat.decide({ type: 'apply' });
    const failure = 'Apply failed: a.txt could not be written: the disk failed. Nothing was changed.';
    expect(await resultIn(chat, 2)).toEqual({ text: failure, error: true });
    expect(detailsOf(chat, 'r1')).toEqual({
      action: 'apply',
      reason: 'It is right',
      sourceToolName: 'edit_file',
      label: 'Change 2 files',
      decidedBy: 'user',
    });
    const second = await chat.body(2);
    expect(second.tool_choice).toMatchObject(forced);
    expect(reminders(second)).toBe(2);
    await chat.chat.until((now) =>
      actionsOf(now).some(({ failure: said, request }) => said !== null && request !== null),
    );
    expect(chat.action().failure).toBe(failure);
    await chat.decide({ type: 'apply' });
    const text = 'Applied: Change 2 files.\n- a.txt (changed)\n- b.txt (changed)';
    expect(await resultIn(chat, 3)).toEqual({ text, error: false });
    expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['one\ndeux\n', 'trois\n']);
  });
});

describe('what a call of resolve gets that is no apply, or not carried out', () => {
  it('discard by the model: at once, with its reason', async () => {
    const chat = await previewChat(files);
    chat.server.reply(answer(edit('e1')), discard('r1', 'Not needed'), say('Done.'));
    await chat.send('Go');
    expect(await resultIn(chat, 2)).toEqual({
      text: 'Discarded: Edit a.txt. Reason: Not needed',
      error: false,
    });
    expect(detailsOf(chat, 'r1')).toEqual({
      action: 'discard',
      reason: 'Not needed',
      sourceToolName: 'edit_file',
      label: 'Edit a.txt',
      decidedBy: 'agent',
    });
    expect(chat.read('a.txt')).toBe('one\ntwo\n');
  });

  it('an extra that is null: what it gets without one', async () => {
    const chat = await previewChat(files);
    const resolve = call('r1', 'resolve', { action: 'discard', reason: 'No', extra: null });
    chat.server.reply(answer(edit('e1')), answer(resolve), say('Done.'));
    await chat.send('Go');
    expect(await resultIn(chat, 2)).toEqual({ text: 'Discarded: Edit a.txt. Reason: No', error: false });
    expect(detailsOf(chat, 'r1')).not.toHaveProperty('extra');
  });

  it('apply of the model that the person discards without a word: that, and no reason', async () => {
    const chat = await previewChat(files);
    chat.server.reply(answer(edit('e1')), apply('r1'), say('Done.'));
    await chat.send('Go');
    await chat.chat.until(asked);
    await chat.decide({ type: 'discard' });
    const text = 'Discarded: Edit a.txt. Reason: No reason given';
    expect(await resultIn(chat, 2)).toEqual({ text, error: false });
    expect(detailsOf(chat, 'r1')).toMatchObject({
      action: 'discard',
      reason: 'It is right',
      decidedBy: 'user',
    });
  });

  it.each([
    [{}, 'action'],
    [{ action: 'maybe', reason: 'x' }, 'action'],
    [{ action: 'apply' }, 'reason'],
    [{ action: 'apply', reason: 'x', extra: 'title' }, 'extra'],
  ])('%j: what is wrong with it, while the preview stays pending', async (input, named) => {
    const chat = await previewChat(files);
    chat.server.reply(answer(edit('e1')), answer(call('r1', 'resolve', input)), discard('r2', 'Never mind'));
    await chat.send('Go');
    const { text, error } = await resultIn(chat, 2);
    expect(error).toBe(true);
    expect(text).toMatch(new RegExp(`^Invalid input for resolve: .*${named}`));
    expect((await chat.body(2)).tool_choice).toMatchObject(forced);
    expect(chat.read('a.txt')).toBe('one\ntwo\n');
  });
});

describe('a request that is made again', () => {
  it('forces again, with one reminder, and counts once', async () => {
    const chat = await previewChat(files);
    const busy = {
      type: 'status',
      status: 529,
      error: 'overloaded_error',
      headers: { 'retry-after': '0' },
    } as const;
    chat.server.reply(answer(edit('e1')), busy, busy, say('Hm.'), say('Hm.'), say('Hm.'), say('Never asked'));
    await chat.send('Go');
    await chat.chat.until(isLeft);
    await chat.turn('idle');
    expect(chat.server.requests).toHaveLength(6);
    const bodies = await Promise.all([1, 2, 3, 4, 5].map((index) => chat.body(index)));
    for (const { tool_choice } of bodies) expect(tool_choice).toMatchObject(forced);
    expect(bodies.map(reminders)).toEqual([1, 1, 1, 2, 3]);
  });
});

describe('a model that does something else', () => {
  it('hears the reminder with every force, three times, and then never again in that turn', async () => {
    const chat = await previewChat(files);
    const look = (id: string) => answer(call(id, 'list_files', {}));
    chat.server.reply(answer(edit('e1')), look('l1'), look('l2'), look('l3'), say('Never asked'));
    await chat.send('Go');
    await chat.chat.until(isLeft);
    await chat.turn('idle');
    const bodies = await Promise.all([0, 1, 2, 3].map((index) => chat.body(index)));
    expect(chat.server.requests).toHaveLength(4);
    expect(bodies.map(reminders)).toEqual([0, 1, 2, 3]);
    expect(bodies.map(({ tool_choice }) => JSON.stringify(tool_choice).includes('resolve'))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(chat.action()).toMatchObject({ outcome: null, decision: null });
    await chat.send('And?');
    const next = await chat.body(4);
    expect(next.tool_choice).not.toMatchObject(forced);
    expect(reminders(next)).toBe(3);
    expect(next.tools.map(({ name }) => name)).toContain('resolve');
  });
});

describe('a failed apply', () => {
  it('gives the three tries back, the last of which the model had used', async () => {
    const chat = await previewChat(files);
    const hm = [say('Hm.'), say('Hm.')];
    chat.server.reply(answer(edit('e1')), ...hm, apply('r1'), ...hm, say('Hm.'), say('Never asked'));
    await chat.send('Go');
    await chat.chat.until(asked);
    await failOnce('EIO');
    await chat.decide({ type: 'apply' });
    await chat.chat.until(isLeft);
    await chat.turn('idle');
    expect(chat.server.requests).toHaveLength(7);
    const bodies = await Promise.all([1, 2, 3, 4, 5, 6].map((index) => chat.body(index)));
    for (const { tool_choice } of bodies) expect(tool_choice).toMatchObject(forced);
    expect(bodies.map(reminders)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is pressed twelve times at most, however often it fails', () => {
    const at = { messageId: messageIdSchema.parse(1), step: 0 };
    let progress: Progress = { step: 0, calls: [], result: null, ...freshForces };
    const inARow: number[] = [];
    for (let failures = 0; failures < 6; failures += 1) {
      inARow.push(progress.forcesLeft);
      while (progress.forcesLeft > 0) progress = withForce(progress, at);
      progress = withForcesBack(progress);
    }
    expect(inARow).toEqual([3, 3, 3, 3, 0, 0]);
  });
});

it('reminds in the words of the source', () => {
  expect(reminder).toBe(
    '<system-reminder>\nThis is a preview. Call the `resolve` tool to apply or discard these changes.\n</system-reminder>',
  );
});
