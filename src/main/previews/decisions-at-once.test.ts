import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { actionIdSchema, toolCallIdSchema } from '../../shared/ids.ts';
import { decisionOf } from '../../shared/previews/preview-state.ts';
import { resolutionOf } from '../../shared/previews/resolution.ts';
import { EditWriter } from '../folder/apply-edit.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { actionsOf, answer, call, previewChat } from '../../../test/main/previews/preview-chat.ts';
import { PreviewDecisions } from './preview-decisions.ts';
import { PlanFiles } from './plans/plan-files.ts';
import { ResolveQueue } from './resolve-queue.ts';
import { ResolveSteering } from './resolve-steering.ts';
import { Undos } from './undos.ts';

/** Two previews that were decided and that nothing has carried out yet, as after a turn that took neither. */
async function twoDecided() {
  const chat = await previewChat();
  const edit = { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] };
  chat.server.reply(answer(call('e1', 'edit_file', edit)), { type: 'hang', blocks: [] });
  await chat.send('Go');
  await chat.chat.until((now) => actionsOf(now).length === 1);
  await chat.body(1);
  const messageId = chat.chat.transcript().messages.at(-1)?.id;
  await chat.close();
  const stores = storesIn(chat.dataDir);
  onTestFinished(() => stores.close());
  const { workspaceId } = chat;
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
  const [before] = queue.pending(workspaceId);
  if (before === undefined || messageId === undefined) throw new Error('Nothing is pending.');
  queue.supersede(before);
  const applied: string[] = [];
  const first = Promise.withResolvers<void>();
  const { content, shown } = before;
  for (const label of ['one', 'other'])
    queue.queueResolveHandler(
      { workspaceId, messageId, toolCallId: toolCallIdSchema.parse(label), step: 0 },
      {
        label,
        content,
        sourceToolName: shown.sourceToolName,
        preview: shown.preview,
        apply: async () => {
          applied.push(label);
          if (label === 'one') await first.promise;
          return { text: 'Applied.' };
        },
      },
    );
  for (const {
    shown: { id, fingerprint },
  } of queue.pending(workspaceId))
    queue.recordDecision(workspaceId, id, fingerprint, { type: 'apply' });
  return { stores, queue, workspaceId, applied, endFirst: first.resolve };
}

it('carries each decision out once, also where a call has come to one of them meanwhile', async () => {
  const { stores, queue, workspaceId, applied, endFirst } = await twoDecided();
  const reports: unknown[] = [];
  const decisions = new PreviewDecisions({
    queue,
    resolving: new ResolveSteering(queue, stores.steering, () => null),
    isWorking: () => false,
    undos: new Undos({
      queue,
      steering: stores.steering,
      writer: new EditWriter(),
      folderOf: () => anyFolder('none'),
    }),
    apart: { carryOut: async () => false },
    goOn: () => {},
    report: (error) => `${reports.push(error)}`,
  });
  const one = decisions.turnEnded(workspaceId);
  const other = queue.pending(workspaceId).find(({ shown }) => shown.label === 'other');
  const decision = other && decisionOf(other.shown.state);
  if (other === undefined || !decision) throw new Error('The second is not decided.');
  // As a call of resolve does, which comes to it while the first is still being carried out.
  await queue.carryOut(other, resolutionOf(decision));
  endFirst();
  await one;
  expect([applied, reports, queue.pending(workspaceId)]).toEqual([['one', 'other'], [], []]);
});
