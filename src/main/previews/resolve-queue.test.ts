import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { breakTable } from '../../../test/main/storage/break-table.ts';
import { storesWithMessage, workspaceId } from '../../../test/main/forms/forms-in-process.ts';
import { actionIdSchema, toolCallIdSchema } from '../../shared/ids.ts';
import { EditWriter } from '../folder/apply-edit.ts';
import type { StoredAction } from '../storage/action-store.ts';
import { PlanFiles } from './plans/plan-files.ts';
import { ResolveQueue } from './resolve-queue.ts';

/** A queue on a database, with a preview that a call of `resolve` has taken. */
function takenPreview() {
  const { stores, messageId, dataDir } = storesWithMessage();
  const queue = new ResolveQueue({
    store: stores.actions,
    alsoStore: () => {},
    kinds: {
      folderOf: () => anyFolder('none'),
      writer: new EditWriter(),
      files: new PlanFiles('none'),
      enterExec: () => {},
      startFresh: () => {},
      report: () => '',
    },
    newId: () => actionIdSchema.parse(randomUUID()),
    now: () => 1,
  });
  const call = (id: string) => toolCallIdSchema.parse(id);
  const staged = queue.queueResolveHandler(
    { workspaceId, messageId, toolCallId: call('p1'), step: 0 },
    {
      label: 'A plan',
      sourceToolName: 'propose_plan',
      preview: { type: 'plan', title: 'A plan', plan: 'Do it.', file: 'a-plan.md', revision: null },
      content: { type: 'plan' },
    },
  );
  const action = queue.request(staged, call('r1'), { action: 'apply', reason: 'Ready' });
  const { id, fingerprint } = action.shown;
  const stop = new AbortController();
  return {
    dataDir,
    queue,
    action,
    stop,
    decide: () => queue.recordDecision(workspaceId, id, fingerprint, { type: 'apply' }),
    stored: () => queue.find(workspaceId, id)?.shown.state.type,
    wait: () => queue.waitForPerson(action, stop.signal),
  };
}

it('stores a decision, emits it, and only then settles the call that waits, which claims it', async () => {
  const { queue, decide, stored, wait } = takenPreview();
  const seen: unknown[] = [];
  queue.subscribe(({ shown }: StoredAction) => seen.push([shown.state.type, stored()]));
  const end = wait().then((ended) => seen.push(ended));
  expect(decide()).toEqual({ ok: true, unclaimed: false });
  await end;
  expect(seen).toEqual([['decided', 'decided'], 'decided']);
});

it('leaves a call waiting where the decision can’t be stored', async () => {
  const { dataDir, decide, stored, wait } = takenPreview();
  const end = wait();
  const mend = breakTable(dataDir, 'UPDATE ON pending_actions');
  expect(decide).toThrow('no room');
  expect(stored()).toBe('open');
  mend();
  expect(decide()).toEqual({ ok: true, unclaimed: false });
  expect(await end).toBe('decided');
});

it('takes a decision while no call waits, which is unclaimed', () => {
  const { decide, stored } = takenPreview();
  expect(decide()).toEqual({ ok: true, unclaimed: true });
  expect(stored()).toBe('decided');
});

it.each([
  ['superseded', ({ queue, action }: ReturnType<typeof takenPreview>) => queue.supersede(action), 'ended'],
  ['replied', ({ queue }: ReturnType<typeof takenPreview>) => queue.repliedInChat(workspaceId), 'open'],
  ['interrupted', ({ stop }: ReturnType<typeof takenPreview>) => stop.abort(), 'open'],
] as const)('ends a wait as %s, once', async (ended, end, state) => {
  const preview = takenPreview();
  const waiting = preview.wait();
  end(preview);
  preview.stop.abort();
  expect(await waiting).toBe(ended);
  expect(preview.stored()).toBe(state);
});

it('does not wait for what was stopped before', async () => {
  const { stop, wait, decide } = takenPreview();
  stop.abort();
  expect(await wait()).toBe('interrupted');
  expect(decide()).toEqual({ ok: true, unclaimed: true });
});
