import { renameSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PreviewState } from '../../shared/previews/pending-action.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
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
import { treeOf } from '../../../test/main/folder/tree.ts';

const calls = [
  call('e1', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] }),
  call('d1', 'delete_file', { path: 'c.txt' }),
];

/** A chat with a preview of two files that waits; its folder can be elsewhere while Parley starts. */
async function waiting() {
  const chat = await previewChat({ 'a.txt': 'one\ntwo\n', 'c.txt': 'c\n' });
  const before = treeOf(chat.folder);
  chat.server.reply(answer(...calls), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  const { workspaceId, dataDir, folder } = chat;
  const { id: actionId } = chat.action();
  /** Leaves the preview in the middle of its work, with a text of `a.txt`, as the end of the process does. */
  const cutOff = (next: (state: PreviewState) => PreviewState, text: string) => {
    const stores = storesIn(dataDir);
    const action = stores.actions.get(workspaceId, actionId);
    if (action === undefined) throw new Error('There is no preview.');
    stores.actions.save({ ...action, shown: { ...action.shown, state: next(action.shown.state) } });
    stores.close();
    writeFileSync(chat.pathOf('a.txt'), text);
  };
  const undo = ({ client }: Pick<typeof chat, 'client'>) =>
    client.workspace.undoPreview({ workspaceId, actionId });
  const move = (way: 'away' | 'back') => {
    const places = [folder, `${folder}-elsewhere`] as const;
    const [from, to] = way === 'away' ? places : places.toReversed();
    renameSync(from ?? '', to ?? '');
  };
  return { ...chat, before, cutOff, move, undo };
}

it('applies the rest of a change that was cut off once its folder is there again, and tells the model', async () => {
  const chat = await waiting();
  await chat.close();
  const resolution = { action: 'apply', decidedBy: 'user', words: null } as const;
  const middle = { type: 'carrying-out', decision: { type: 'apply' }, resolution } as const;
  chat.cutOff(
    (state) => ({ ...middle, request: state.type === 'open' ? state.request : null }),
    'one\ndeux\n',
  );
  chat.move('away');
  const meanwhile = await chat.restart();
  await meanwhile.chat.until(
    (now) => resultOf(now, 'r1') !== undefined || actionsOf(now).some(({ failure }) => failure !== null),
  );
  await meanwhile.close();
  chat.move('back');
  const next = await chat.restart();
  await next.chat.until((now) => actionsOf(now)[0]?.outcome?.type === 'applied');
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
  expect(Object.keys(treeOf(chat.folder))).toEqual(['a.txt']);
  await next.send('And now?');
  expect(JSON.stringify((await chat.body(2)).messages)).toContain('Applied: Change 2 files.');
});

it('undoes the rest of a change whose undoing was cut off once its folder is there again', async () => {
  const chat = await waiting();
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  await chat.close();
  chat.cutOff((state) => (state.type === 'ended' ? { ...state, undoing: true } : state), 'one\ntwo\n');
  chat.move('away');
  const meanwhile = await chat.restart();
  await expect(chat.undo(meanwhile)).rejects.toMatchObject({ code: 'undo-refused' });
  await meanwhile.close();
  chat.move('back');
  const next = await chat.restart();
  await chat.undo(next);
  expect(treeOf(chat.folder)).toEqual(chat.before);
});
