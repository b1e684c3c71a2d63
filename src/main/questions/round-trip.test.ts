import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDialects } from '../../shared/dialects/registry.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import { checkAnswers } from '../../shared/questions/answer-check.ts';
import { toAnswers, typeOther } from '../../shared/questions/answer-draft.ts';
import { draftSchema } from '../../shared/questions/draft.ts';
import { answerSchema } from '../../shared/questions/outcome.ts';
import { openStores } from '../storage/stores.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const option = (label: string) => ({ label, description: label });
const question = { question: 'Which?', header: '__proto__', options: [option('a'), option('b')] };

it('text typed into a card comes out of storage and dialect to the last character', () => {
  const stores = openStores(temporaryFolder(), () => 1);
  const workspaceId = workspaceIdSchema.parse('w');
  stores.workspaces.add({
    id: workspaceId,
    name: 'w',
    folder: '/w',
    mode: 'plan',
    agent: 'guide',
    dialect: null,
    at: 1,
  });
  const messageId = stores.messages.addAgentMessage(workspaceId, 1);
  const askUser = createDialects({}).get('ask_user');
  const parsed = askUser?.parse({ questions: [question] });
  if (askUser === undefined || parsed?.type !== 'ask') throw new Error('expected an ask');
  const { questions } = parsed;
  const [asked] = questions;
  if (asked === undefined) throw new Error('expected a question');
  let count = 0;
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => value.trim() !== '');
  fc.assert(
    fc.property(text, (typed) => {
      const toolCallId = toolCallIdSchema.parse(`call ${(count += 1)}`);
      stores.asks.open({ workspaceId, toolCallId, messageId, asker: 'P', questions, openedAt: 1 });
      stores.asks.saveDraft(workspaceId, toolCallId, draftSchema.parse(typeOther([], asked, typed)));
      const kept = stores.asks.get(workspaceId, toolCallId);
      const answers = toAnswers(kept?.draft ?? [], questions).map((answer) => answerSchema.parse(answer));
      const checked = checkAnswers(kept?.questions ?? [], answers);
      if (!checked.ok) throw new Error(checked.problem);
      expect(JSON.parse(askUser.format(questions, checked.outcome).text)).toEqual({
        answers: { '0': typed },
      });
    }),
  );
  stores.close();
});
