import { join } from 'node:path';
import { toolCallIdSchema, workspaceIdSchema } from '../../../src/shared/ids.ts';
import {
  type AskDetails,
  AskUserQuestionManager,
  createAskJournal,
} from '../../../src/main/questions/ask-user-question-manager.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { syncedInserts } from './synced-inserts.ts';

const asks = 1_000;
const batch = 50;

/**
 * How many answers, and how many single rows, the disk takes in a second: the manager with its journal, while
 * 1,000 questions wait, beside bare inserts. They take turns, so that both meet the same disk.
 */
export function durableAnswers(folder: string): { answers: number; inserts: number } {
  const stores = storesIn(join(folder, 'answers'));
  const inserts = syncedInserts(folder);
  try {
    const manager = new AskUserQuestionManager<AskDetails>(createAskJournal(stores.asks, Date.now), Date.now);
    const workspaceId = workspaceIdSchema.parse('answers');
    stores.workspaces.add({
      id: workspaceId,
      name: 'Answers',
      folder,
      mode: 'plan',
      agent: 'guide',
      dialect: null,
      at: 0,
    });
    const messageId = stores.messages.addAgentMessage(workspaceId, 0);
    const ids = Array.from({ length: asks }, (_, index) => toolCallIdSchema.parse(`call-${index}`));
    for (const id of ids)
      void manager.registerPending(workspaceId, id, [question], {
        details: { messageId, asker: 'Trial', tool: 'ask', outside: false },
      });
    const spent = { answers: 0, inserts: 0 };
    for (let start = 0; start < asks; start += batch) {
      spent.answers += timeOf(() => {
        for (const id of ids.slice(start, start + batch))
          manager.answer(workspaceId, id, [{ questionId: '1', picks: ['A'] }]);
      });
      spent.inserts += timeOf(() => inserts.add(batch));
    }
    const rate = (milliseconds: number) => Math.round((asks * 1_000) / milliseconds);
    return { answers: rate(spent.answers), inserts: rate(spent.inserts) };
  } finally {
    inserts.close();
    stores.close();
  }
}

const question = {
  id: '1',
  prompt: 'Which?',
  kind: 'choice' as const,
  options: [{ label: 'A' }, { label: 'B' }],
  multiple: false,
};

function timeOf(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
