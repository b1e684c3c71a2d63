import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type AskDetails,
  AskUserQuestionManager,
  createAskJournal,
} from '../../src/main/questions/ask-user-question-manager.ts';
import { storesIn } from '../../test/main/storage/prepared-database.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../../src/shared/ids.ts';
import type { BenchCase } from '../bench-case.ts';
import { ratePerSecond } from '../rate.ts';
import { durableInserts } from '../references/durable-inserts.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { plainAnswer, plainQuestion } from '../workloads/asking.ts';

const answersARound = 1_000;
const workspaceId = workspaceIdSchema.parse('bench');

/** A manager that keeps everything in the database of a new data folder. */
function keepingManager(dataDir: string) {
  const stores = storesIn(dataDir);
  const workspace = { id: workspaceId, name: 'Bench', folder: dataDir, mode: 'plan' as const };
  stores.workspaces.add({ ...workspace, agent: 'guide', dialect: null, at: Date.now() });
  const messageId = stores.messages.addAgentMessage(workspaceId, Date.now());
  const journal = createAskJournal(stores.asks, Date.now);
  const manager = new AskUserQuestionManager<AskDetails>(journal, Date.now);
  const register = () => {
    const toolCallId = toolCallIdSchema.parse(randomUUID());
    const details: AskDetails = { messageId, asker: 'Bench', tool: 'ask_user_question', outside: false };
    void manager.registerPending(workspaceId, toolCallId, [plainQuestion], { details });
    return toolCallId;
  };
  return { manager, register, close: () => stores.close() };
}

export const durableAnswers: BenchCase = {
  name: 'durable-answers',
  figures: [
    {
      type: 'ratio',
      title: 'answers a second that are on the disk, to single inserts',
      of: 'answers per second',
      to: 'inserts per second',
      goal: { atLeast: 0.8 },
    },
  ],
  async run(measure) {
    await inTemporaryFolder(async (folder) => {
      const bare = durableInserts(join(folder, 'bare.db'));
      const { manager, register, close } = keepingManager(join(folder, 'data'));
      const text = JSON.stringify({ type: 'answered', replies: [plainAnswer], timedOut: false });
      await measure(async () => {
        const waiting = Array.from({ length: answersARound }, register);
        const answerOne = (id: (typeof waiting)[number]) => manager.answer(workspaceId, id, [plainAnswer]);
        return {
          'inserts per second': await ratePerSecond(answersARound, () => bare.insert(text)),
          'answers per second': await ratePerSecond(answersARound, () => {
            const next = waiting.pop();
            if (next === undefined || !answerOne(next).ok) throw new Error('An answer was not taken.');
          }),
        };
      });
      close();
      bare.close();
    });
  },
};
