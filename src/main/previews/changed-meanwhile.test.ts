import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answerPermission } from '../../../test/main/permissions/permission-chat.ts';
import type { FileDiff } from '../../shared/previews/preview.ts';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  isLeft,
  leftAlone,
  previewChat,
  resultOf,
  say,
} from '../../../test/main/previews/preview-chat.ts';

const numbered = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ''].join('\n');
const change = (id = 'e1', oldText = '8', newText = 'eight', path = 'a.txt') =>
  call(id, 'edit_file', { path, edits: [{ oldText, newText }] });

type Files = Record<string, string>;
type Chat = Awaited<ReturnType<typeof previewChat>>;

/** A chat whose preview waits with a call of `resolve`. */
async function waiting(staged = [change()], files: Files = { 'a.txt': numbered }) {
  const chat = await previewChat(files);
  chat.server.reply(answer(...staged), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  return {
    ...chat,
    /** Presses Apply, and waits until the preview is shown anew. */
    async pressApply(decision: Partial<Parameters<Chat['decide']>[0]> = {}) {
      const { fingerprint } = chat.action();
      await chat.decide({ ...decision, type: 'apply' });
      await chat.chat.until(() => chat.action().fingerprint !== fingerprint && isOpen(chat));
    },
    async apply(picks?: { path: string; conflict: number; side: 'ours' | 'theirs' }[]) {
      await chat.decide({ type: 'apply', ...(picks && { picks }) });
      await chat.chat.until(() => chat.action().outcome?.type === 'applied');
    },
  };
}

const isOpen = (chat: Pick<Chat, 'action'>) => chat.action().state.type === 'open';
const filesOf = (chat: Pick<Chat, 'action'>): FileDiff[] => {
  const { preview } = chat.action();
  return preview.type === 'edit' ? preview.files : [];
};
const changedLines = ({ hunks }: FileDiff) =>
  hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(' ')));

describe('a file of which other lines changed meanwhile', () => {
  it('is not written by the press; the change is shown on it anew, and written by the next one', async () => {
    const chat = await waiting();
    const { fingerprint } = chat.action();
    const formatted = numbered.replace('1\n2', 'one\n\n2');
    writeFileSync(chat.pathOf('a.txt'), formatted);
    await chat.pressApply();
    expect(chat.read('a.txt')).toBe(formatted);
    expect(chat.action()).toMatchObject({ failure: null, decision: null, request: { toolCallId: 'r1' } });
    expect(filesOf(chat)).toMatchObject([{ path: 'a.txt', meanwhile: 'changed' }]);
    expect(filesOf(chat).flatMap(changedLines)).toEqual(['-8', '+eight']);
    await expect(chat.decide({ type: 'apply' }, 0, fingerprint)).rejects.toMatchObject({
      code: 'stale-preview',
    });
    expect(chat.read('a.txt')).toBe(formatted);
    await chat.apply();
    expect(chat.read('a.txt')).toBe(formatted.replace('8', 'eight'));
    expect(resultOf(await chat.chat.until((now) => resultOf(now, 'r1') !== undefined), 'r1')?.text).toBe(
      'Applied: Edit a.txt.\nChanged meanwhile, so that the change was put onto what is there now: a.txt. Read it before you change it again.',
    );
    const { workspaceId, client } = chat;
    await client.workspace.undoPreview({ workspaceId, actionId: chat.action().id });
    expect(chat.read('a.txt')).toBe(formatted);
  });

  it('is shown anew as often as it changes', async () => {
    const chat = await waiting();
    let text = numbered;
    for (const [from, to] of [
      ['1\n', 'one\n'],
      ['2\n', 'two\n'],
      ['3\n', ''],
    ] as const) {
      text = text.replace(from, to);
      writeFileSync(chat.pathOf('a.txt'), text);
      await chat.pressApply();
    }
    await chat.apply();
    expect(chat.read('a.txt')).toBe(text.replace('8', 'eight'));
  });
});

describe('such a file, with what the person made of the change', () => {
  it('keeps what the person made of the change, and what they left out', async () => {
    const staged = [change('e1', '1', 'one'), change('e2', '9', 'nine'), change('e3', 'x', 'y', 'b.txt')];
    const chat = await waiting(staged, { 'a.txt': numbered, 'b.txt': 'x\n', 'c.txt': 'c\n' });
    writeFileSync(chat.pathOf('a.txt'), numbered.replace('5', 'five'));
    writeFileSync(chat.pathOf('b.txt'), 'x\nmore\n\n\n');
    await chat.pressApply({
      drops: [{ path: 'a.txt', changes: [0] }],
      edits: [{ path: 'b.txt', text: 'mine\n' }],
    });
    expect(filesOf(chat)).toMatchObject([
      { path: 'a.txt', meanwhile: 'changed' },
      { path: 'b.txt', conflicts: [{ ours: ['x', 'more', '', ''], theirs: ['mine'] }] },
    ]);
    await chat.apply([{ path: 'b.txt', conflict: 0, side: 'theirs' }]);
    expect(chat.read('a.txt')).toBe(numbered.replace('5', 'five').replace('9', 'nine'));
    expect(chat.read('b.txt')).toBe('mine\n');
  });

  it('is left out where it was dropped, and the others are written', async () => {
    const chat = await waiting([change(), change('e2', 'x', 'y', 'b.txt')], {
      'a.txt': numbered,
      'b.txt': 'x\n',
    });
    writeFileSync(chat.pathOf('a.txt'), 'mine\n');
    await chat.decide({ type: 'apply', drops: [{ path: 'a.txt' }] });
    await chat.chat.until(() => chat.action().outcome?.type === 'applied');
    expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['mine\n', 'y\n']);
  });

  it.each([
    [
      'had other line ends put in',
      numbered.replaceAll('\n', '\r\n'),
      numbered.replace('8', 'eight').replaceAll('\n', '\r\n'),
    ],
    ['got a byte order mark', `\uFEFF${numbered}`, `\uFEFF${numbered.replace('8', 'eight')}`],
    ['has that change already', numbered.replace('8', 'eight'), numbered.replace('8', 'eight')],
  ])('gets the change where it %s', async (_, now, result) => {
    const chat = await waiting();
    writeFileSync(chat.pathOf('a.txt'), now);
    await chat.pressApply();
    await chat.apply();
    expect(chat.read('a.txt')).toBe(result);
  });
});

describe('such a file, with nobody at the card', () => {
  it('is put together also where no turn is running, of which the agent hears only once it is applied', async () => {
    const chat = await leftAlone(await previewChat({ 'a.txt': numbered }), change());
    writeFileSync(chat.pathOf('a.txt'), numbered.replace('1', 'one'));
    await chat.decide({ type: 'apply' });
    await chat.chat.until(() => filesOf(chat)[0]?.meanwhile === 'changed' && isOpen(chat));
    await chat.decide({ type: 'apply' });
    await chat.chat.until(() => chat.action().outcome?.type === 'applied');
    expect(chat.read('a.txt')).toBe(numbered.replace('1', 'one').replace('8', 'eight'));
    await chat.send('And now?');
    const { messages } = await chat.body(4);
    expect(JSON.stringify(messages).split('About the preview')).toHaveLength(2);
  });

  it('gets all that a step makes of it, also where it changed between two of its calls', async () => {
    const chat = await previewChat({ 'a.txt': numbered });
    const { client, workspaceId } = chat;
    const command = call('run', 'run_command', { command: "sed -i 's/8/mine/' a.txt" });
    chat.server.reply(answer(change(), command, change('e2', '1', 'one')), apply('r1'), say('Done.'));
    await chat.send('Go');
    await answerPermission({ client, chat: chat.chat, workspaceId }, 'run', { choiceId: 'once' });
    await chat.chat.until(asked);
    await client.workspace.refreshPreview({ workspaceId, actionId: chat.action().id });
    await chat.chat.until(() => filesOf(chat)[0]?.conflicts !== undefined);
    await chat.decide({ type: 'apply', picks: [{ path: 'a.txt', conflict: 0, side: 'theirs' }] });
    await chat.chat.until(() => chat.action().outcome?.type === 'applied');
    expect(chat.read('a.txt')).toBe(numbered.replace('8', 'eight').replace('1', 'one'));
  });

  it('is never written unseen, also where edits need no asking', async () => {
    const chat = await previewChat({ 'a.txt': numbered });
    const { workspaceId, client } = chat;
    await client.workspace.setApprovals({ workspaceId, approvals: 'auto-edits' });
    const gate = Promise.withResolvers<void>();
    chat.server.reply(answer(change()), { ...apply('r1'), after: gate.promise }, apply('r2'), say('Done.'));
    await chat.send('Go');
    await chat.chat.until((now) => actionsOf(now).length === 1);
    writeFileSync(chat.pathOf('a.txt'), numbered.replace('1', 'one'));
    gate.resolve();
    const seen = await chat.chat.until((now) => asked(now) && resultOf(now, 'r1') !== undefined);
    expect(resultOf(seen, 'r1')).toMatchObject({
      ok: false,
      text: 'a.txt changed since this preview. Nothing was written.',
    });
    expect(chat.action()).toMatchObject({ request: { toolCallId: 'r2' } });
    expect(chat.read('a.txt')).toBe(numbered.replace('1', 'one'));
    await chat.decide({ type: 'apply' });
    await chat.chat.until(() => chat.action().outcome?.type === 'applied');
    expect(chat.read('a.txt')).toBe(numbered.replace('1', 'one').replace('8', 'eight'));
  });
});

const mine = numbered.replace('8', 'mine');

describe('a file of which the same lines changed meanwhile', () => {
  it('shows both sides, and is written as the person chooses', async () => {
    const chat = await waiting();
    writeFileSync(chat.pathOf('a.txt'), mine);
    await chat.pressApply();
    const both = { line: 8, ours: ['mine'], theirs: ['eight'], above: ['5', '6', '7'], below: ['9'] };
    expect(filesOf(chat)).toMatchObject([{ path: 'a.txt', meanwhile: 'changed', conflicts: [both] }]);
    await expect(chat.decide({ type: 'apply' })).rejects.toMatchObject({
      code: 'invalid-edit',
      message: 'a.txt has conflicts. Choose a side for each, and apply again.',
    });
    const part = { type: 'apply' as const, drops: [{ path: 'a.txt', changes: [0] }] };
    await expect(chat.decide(part)).rejects.toMatchObject({ code: 'invalid-edit' });
    expect(chat.read('a.txt')).toBe(mine);
    await chat.apply([{ path: 'a.txt', conflict: 0, side: 'theirs' }]);
    expect(chat.read('a.txt')).toBe(numbered.replace('8', 'eight'));
  });

  it('stays as the person has it, and the agent reads what of its change was not taken', async () => {
    const chat = await waiting([change('e1', '8', 'eight'), change('e2', '1', 'one')]);
    writeFileSync(chat.pathOf('a.txt'), mine);
    await chat.pressApply();
    await chat.apply([{ path: 'a.txt', conflict: 0, side: 'ours' }]);
    expect(chat.read('a.txt')).toBe(mine.replace('1', 'one'));
    const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
    expect(resultOf(seen, 'r1')?.text).toMatch(/The user edited it before applying:[^]*-eight\n\+mine/);
  });
});

describe('such a place', () => {
  it('is written as the person has it in words of their own, but not with the marks in it', async () => {
    const chat = await waiting();
    writeFileSync(chat.pathOf('a.txt'), mine);
    await chat.pressApply();
    const { workspaceId, client } = chat;
    const { text } = await client.workspace.proposedText({
      workspaceId,
      actionId: chat.action().id,
      path: 'a.txt',
    });
    expect(text).toBe(
      numbered.replace('8', '<<<<<<< the file now\nmine\n=======\neight\n>>>>>>> the change'),
    );
    const edit = (as: string) => ({ type: 'apply' as const, edits: [{ path: 'a.txt', text: as }] });
    await expect(chat.decide(edit(text.replace('=======', '')))).rejects.toMatchObject({
      code: 'invalid-edit',
    });
    await chat.decide(edit(numbered.replace('8', 'mine, eight')));
    await chat.chat.until(() => chat.action().outcome?.type === 'applied');
    expect(chat.read('a.txt')).toBe(numbered.replace('8', 'mine, eight'));
  });

  it('can be left out, sent back and discarded without choosing', async () => {
    const chat = await waiting();
    writeFileSync(chat.pathOf('a.txt'), mine);
    await chat.pressApply();
    await chat.decide({ type: 'ask-for-changes', note: 'Keep mine.' });
    const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
    expect(resultOf(seen, 'r1')?.text).toMatch(
      /Keep mine\.\n\nChanged since you read it: a\.txt\. Read it again first\.$/,
    );
    expect(chat.read('a.txt')).toBe(mine);
  });

  it('is in conflict no more once it is as it was, or has other lines there', async () => {
    const chat = await waiting();
    writeFileSync(chat.pathOf('a.txt'), mine);
    await chat.pressApply();
    writeFileSync(chat.pathOf('a.txt'), numbered);
    const { workspaceId, client } = chat;
    await client.workspace.refreshPreview({ workspaceId, actionId: chat.action().id });
    await chat.chat.until(() => filesOf(chat)[0]?.conflicts === undefined);
    expect(filesOf(chat)[0]?.meanwhile).toBeUndefined();
    await chat.apply();
    expect(chat.read('a.txt')).toBe(numbered.replace('8', 'eight'));
  });
});

describe('a file that came or went meanwhile', () => {
  it('is made again where it was deleted', async () => {
    const chat = await waiting();
    rmSync(chat.pathOf('a.txt'));
    await chat.pressApply();
    expect(filesOf(chat)).toMatchObject([{ change: 'created', meanwhile: 'deleted' }]);
    await chat.apply();
    expect(chat.read('a.txt')).toBe(numbered.replace('8', 'eight'));
  });

  it('is deleted as it is now, once that was shown', async () => {
    const chat = await waiting([call('d1', 'delete_file', { path: 'a.txt' })]);
    writeFileSync(chat.pathOf('a.txt'), 'mine\n');
    await chat.pressApply();
    expect(filesOf(chat)).toMatchObject([{ change: 'deleted', meanwhile: 'changed' }]);
    expect(filesOf(chat).flatMap(changedLines)).toEqual(['-mine']);
    expect(chat.read('a.txt')).toBe('mine\n');
    await chat.apply();
    expect(() => chat.read('a.txt')).toThrow('ENOENT');
  });

  it('has both sides where it was made with another text', async () => {
    const chat = await waiting([call('w1', 'write_file', { path: 'new.txt', content: 'first\ntheirs\n' })]);
    writeFileSync(chat.pathOf('new.txt'), 'first\nours\n');
    await chat.pressApply();
    expect(filesOf(chat)).toMatchObject([
      { change: 'changed', meanwhile: 'created', conflicts: [{ ours: ['ours'], theirs: ['theirs'] }] },
    ]);
    await chat.apply([{ path: 'new.txt', conflict: 0, side: 'ours' }]);
    expect(chat.read('new.txt')).toBe('first\nours\n');
  });

  it('says so where it is no text any more, and goes on once it is one again', async () => {
    const chat = await waiting();
    writeFileSync(chat.pathOf('a.txt'), '\0binary');
    await chat.decide({ type: 'apply' });
    await chat.chat.until(() => chat.action().failure !== null);
    expect(chat.read('a.txt')).toBe('\0binary');
    writeFileSync(chat.pathOf('a.txt'), numbered);
    const { workspaceId, client } = chat;
    await client.workspace.refreshPreview({ workspaceId, actionId: chat.action().id });
    await chat.chat.until(() => chat.action().failure === null);
  });
});

describe('a preview that is looked at', () => {
  const refresh = ({ client, workspaceId, action }: Pick<Chat, 'client' | 'workspaceId' | 'action'>) =>
    client.workspace.refreshPreview({ workspaceId, actionId: action().id });

  it('is put onto its file by itself, also after a restart', async () => {
    const chat = await waiting();
    await chat.close();
    writeFileSync(chat.pathOf('a.txt'), numbered.replace('1', 'one'));
    const next = { ...chat, ...(await chat.restart()) };
    await next.chat.until(asked);
    await refresh(next);
    await next.chat.until(() => filesOf(next)[0]?.meanwhile === 'changed');
    await next.decide({ type: 'apply' });
    await next.chat.until(() => next.action().outcome?.type === 'applied');
    expect(chat.read('a.txt')).toBe(numbered.replace('1', 'one').replace('8', 'eight'));
  });

  it('stays as it is while the person makes something of it, and nothing of that is lost', async () => {
    const chat = await waiting();
    const { client, workspaceId } = chat;
    const { id: actionId, fingerprint } = chat.action();
    const edits = [{ path: 'a.txt', text: numbered.replace('8', 'acht') }];
    const draft = { edits: edits.map((edit) => ({ ...edit, fingerprint })) };
    await client.workspace.savePreviewDraft({ workspaceId, actionId, change: draft });
    writeFileSync(chat.pathOf('a.txt'), numbered.replace('1', 'one'));
    await refresh(chat);
    expect(chat.action().fingerprint).toBe(fingerprint);
    await chat.pressApply({ edits });
    await chat.apply();
    expect(chat.read('a.txt')).toBe(numbered.replace('1', 'one').replace('8', 'acht'));
  });

  it('is left as it is where nothing changed, and once it has ended', async () => {
    const chat = await leftAlone(await previewChat({ 'a.txt': numbered }), change());
    const { fingerprint } = chat.action();
    await refresh(chat);
    expect(chat.action().fingerprint).toBe(fingerprint);
    expect(isLeft(chat.chat.transcript())).toBe(true);
    await chat.decide({ type: 'discard' });
    await chat.chat.until(() => chat.action().outcome !== null);
    writeFileSync(chat.pathOf('a.txt'), 'mine\n');
    await refresh(chat);
    expect(chat.action()).toMatchObject({ fingerprint, outcome: { type: 'discarded' } });
  });
});
