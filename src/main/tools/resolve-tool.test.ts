import { describe, expect, it, onTestFinished } from 'vitest';
import { actionIdSchema, toolCallIdSchema } from '../../shared/ids.ts';
import { staged } from '../../shared/previews/preview-state.ts';
import type { StoredAction } from '../storage/action-store.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { actionsOf, answer, call, previewChat, seen } from '../../../test/main/previews/preview-chat.ts';
import type { ResolveCallbacks } from '../previews/resolve-handler.ts';
import { EditWriter } from '../folder/apply-edit.ts';
import { ToolError } from '../folder/file-content.ts';
import { PlanFiles } from '../previews/plans/plan-files.ts';
import { handlersOf, type HandlerDeps } from '../previews/kind-handlers.ts';
import { ResolveQueue } from '../previews/resolve-queue.ts';
import type { AgentTool } from './tool.ts';
import { createResolveTool } from './resolve-tool.ts';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';

/** Callbacks of the kinds, none of which may be reached here. */
const kinds: HandlerDeps = {
  folderOf: () => anyFolder('none'),
  writer: new EditWriter(),
  files: new PlanFiles('none'),
  enterExec: () => {},
  startFresh: () => {},
  report: () => '',
};

const queueOn = ({ actions: store }: ReturnType<typeof storesIn>, deps: HandlerDeps) =>
  new ResolveQueue({
    store,
    alsoStore: () => {},
    kinds: deps,
    newId: () => actionIdSchema.parse('new'),
    now: () => 1,
  });

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
  const stores = storesIn(chat.dataDir);
  onTestFinished(() => stores.close());
  const queue = queueOn(stores, kinds);
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
  const [stored] = queue.pending(workspaceId);
  if (stored === undefined) throw new Error('Nothing is staged.');
  const callWith = (tool: AgentTool, action: 'apply' | 'discard', signal: AbortSignal) =>
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
        permit: () => Promise.resolve({ type: 'nobody' as const }),
        signal,
      },
    );
  return {
    stored,
    read: chat.read,
    /** The same call in the next process, whose producers have staged nothing. */
    resolveAfterRestart: () =>
      callWith(toolWith(queueOn(stores, { ...kinds, folderOf: () => anyFolder(folder) })), 'apply', never),
    pending: () => queue.pending(workspaceId).map(({ shown }) => seen(shown)),
    resolve: (action: 'apply' | 'discard', signal: AbortSignal) => callWith(toolWith(queue), action, signal),
  };
}

/** The tool on a queue, in a workspace that applies without asking. */
const toolWith = (queue: ResolveQueue) =>
  createResolveTool({
    queue,
    standing: async () => ({ type: 'passed' }),
    approvals: () => 'auto-edits',
    hasReply: () => false,
  });

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
    expect(pending()).toMatchObject([{ outcome: null, request: null, failure: 'The bin is full.' }]);
  });
});

describe('an abort', () => {
  const reason = new DOMException('Enough.', 'AbortError');

  it('before anything was done is its own error; nothing is called, and the action stays pending', async () => {
    let calls = 0;
    const { resolve, pending } = await previewOf({ apply: async () => ({ text: String((calls += 1)) }) });
    await expect(resolve('apply', AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(calls).toBe(0);
    expect(pending()).toMatchObject([{ outcome: null, failure: null }]);
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

describe('the callbacks a change was staged with', () => {
  it('get the reason and what else the model gave, and their text is the result', async () => {
    const seen: unknown[] = [];
    const { resolve } = await previewOf({
      apply: async (reason, extra) => ({ text: `Applied: ${seen.push(reason, extra)}` }),
    });
    expect(await resolve('apply', never)).toMatchObject({ ok: true, text: 'Applied: 2' });
    expect(seen).toEqual(['Because', undefined]);
  });

  it('hear of what apply threw, before the change is pending again', async () => {
    const told: unknown[] = [];
    const error = new Error('No room');
    const { resolve, pending } = await previewOf({
      apply: () => Promise.reject(error),
      onApplyError: (thrown) => told.push(thrown, pending()[0]?.state.type),
    });
    expect(await resolve('apply', never)).toMatchObject({ ok: false, text: 'Apply failed: No room' });
    expect(told).toEqual([error, 'carrying-out']);
    expect(pending()).toMatchObject([{ state: { type: 'open', failure: { kind: 'other' } } }]);
  });

  it('are those of its kind where a producer gave none, as after a restart', async () => {
    const { resolveAfterRestart, read } = await previewOf({ apply: async () => ({ text: 'Of the test' }) });
    expect(await resolveAfterRestart()).toMatchObject({ ok: true, text: 'Applied: Edit a.txt.' });
    expect(read('a.txt')).toBe('one\ndeux\n');
  });
});

describe('the callbacks of a kind', () => {
  it.each(['edit', 'plan'] as const)('report what a tool did not put into words, of an %s', async (kind) => {
    const { stored } = await previewOf({});
    const plan = { type: 'plan', title: 'A', plan: 'A', file: 'a-plan.md', revision: null } as const;
    const action: StoredAction =
      kind === 'edit'
        ? stored
        : { ...stored, content: { type: 'plan' }, shown: { ...stored.shown, preview: plan } };
    const reported: unknown[] = [];
    const report = (error: unknown) => String(reported.push(error));
    const { onApplyError } = handlersOf(action).handler({ ...kinds, report });
    const bug = new Error('No such column');
    onApplyError?.(bug);
    onApplyError?.(new ToolError('a.txt is read-only.'));
    expect(reported).toEqual([bug]);
  });
});
