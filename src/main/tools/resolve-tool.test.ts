import { describe, expect, it, onTestFinished } from 'vitest';
import { actionIdSchema, toolCallIdSchema } from '../../shared/ids.ts';
import { staged } from '../../shared/previews/preview-state.ts';
import { openStores } from '../storage/stores.ts';
import { actionsOf, answer, call, previewChat, seen } from '../testing/preview-chat.ts';
import type { ResolveCallbacks } from '../previews/resolve-handler.ts';
import { EditWriter } from '../folder/edit-writer.ts';
import { PlanFiles } from '../previews/plans/plan-files.ts';
import type { PreviewKindParts } from '../previews/preview-kinds.ts';
import { ResolveQueue } from '../previews/resolve-queue.ts';
import { createResolveTool } from './resolve-tool.ts';
import { anyFolder } from '../testing/any-folder.ts';

/** Callbacks of the kinds, none of which may be reached here. */
const kinds: PreviewKindParts = {
  folderOf: () => anyFolder('none'),
  writer: new EditWriter(),
  files: new PlanFiles('none'),
  enterExec: () => {},
  startFresh: () => {},
  report: () => '',
};

/** A real preview in a real database, carried out by a producer of the test. */
async function previewOf(producer: Partial<ResolveCallbacks>) {
  const chat = await previewChat();
  const edit = { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] };
  chat.server.reply(answer(call('e1', 'edit_file', edit)), { type: 'hang', blocks: [] });
  await chat.send('Go');
  await chat.chat.until((now) => actionsOf(now).length === 1);
  await chat.body(1);
  const { messages } = chat.chat.transcript();
  await chat.close();
  const stores = openStores(chat.dataDir, () => 1);
  onTestFinished(() => stores.close());
  const queue = new ResolveQueue({
    store: stores.actions,
    emit: () => {},
    kinds,
    newId: () => actionIdSchema.parse('new'),
    now: () => 1,
  });
  const tool = createResolveTool({
    queue,
    standing: async () => ({ type: 'passed' }),
    approvals: () => 'auto-edits',
    hasReply: () => false,
  });
  const { workspaceId, folder } = chat;
  const messageId = messages.at(-1)?.id;
  if (messageId === undefined) throw new Error('There is no message.');
  const [before] = queue.pending(workspaceId);
  if (before === undefined) throw new Error('Nothing is pending.');
  queue.supersede(before);
  const { preview, label, sourceToolName } = before.shown;
  const origin = { workspaceId, messageId, toolCallId: before.toolCallId, step: 0 };
  queue.queueResolveHandler(origin, {
    label,
    sourceToolName,
    preview,
    content: before.content,
    apply: async () => ({ text: 'Applied.' }),
    ...producer,
  });
  return {
    pending: () => queue.pending(workspaceId).map(({ shown }) => seen(shown)),
    resolve: (action: 'apply' | 'discard', signal: AbortSignal) =>
      tool.run(
        { action, reason: 'Because' },
        {
          workspaceId,
          messageId,
          toolCallId: toolCallIdSchema.parse('r1'),
          step: 1,
          mode: 'exec',
          asker: 'Test',
          folder: anyFolder(folder),
          mentions: () => [],
          signal,
        },
      ),
  };
}

const never = new AbortController().signal;

describe('discarding', () => {
  it('gives the text of a reject that returns one', async () => {
    const { resolve, pending } = await previewOf({
      reject: async (reason) => ({ text: `Dropped: ${reason}` }),
    });
    expect(await resolve('discard', never)).toMatchObject({ ok: true, text: 'Dropped: Because' });
    expect(pending()).toEqual([]);
  });

  it('gives what reject throws as it is, and leaves the action pending', async () => {
    const reject = () => Promise.reject(new Error('The bin is full.'));
    const { resolve, pending } = await previewOf({ reject });
    expect(await resolve('discard', never)).toMatchObject({ ok: false, text: 'The bin is full.' });
    expect(pending()).toMatchObject([{ ending: null, request: null, failure: 'The bin is full.' }]);
  });
});

describe('an abort', () => {
  const reason = new DOMException('Enough.', 'AbortError');

  it('before anything was done is its own error; nothing is called, and the action stays pending', async () => {
    let calls = 0;
    const { resolve, pending } = await previewOf({ apply: async () => ({ text: String((calls += 1)) }) });
    await expect(resolve('apply', AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(calls).toBe(0);
    expect(pending()).toMatchObject([{ ending: null, failure: null }]);
  });

  it.each(['apply', 'discard'] as const)(
    'during %s is its own error, and the action stays pending',
    async (action) => {
      const controller = new AbortController();
      const told: unknown[] = [];
      const untilAborted: ResolveCallbacks['apply'] = async (_, __, signal) => {
        controller.abort(reason);
        signal?.throwIfAborted();
        return { text: 'Never' };
      };
      const onApplyError = (error: unknown) => void told.push(error);
      const { resolve, pending } = await previewOf({
        apply: untilAborted,
        reject: untilAborted,
        onApplyError,
      });
      await expect(resolve(action, controller.signal)).rejects.toBe(reason);
      expect(pending()).toMatchObject([{ state: staged }]);
      expect(told).toEqual([]);
    },
  );
});
