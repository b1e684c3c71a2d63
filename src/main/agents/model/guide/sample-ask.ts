import { askUserQuestion } from '../../../../shared/dialects/ask-user-question.ts';
import { type ToolCallId, toolCallIdSchema } from '../../../../shared/ids.ts';
import type { Question } from '../../../../shared/questions/questions.ts';
import { factsFrom } from './folder-facts.ts';
import { questionsFor } from './questions.ts';

/** Returns what the guide asks about a README where it has not looked at the folder, for a window without a chat. */
export function sampleAsk(): { toolCallId: ToolCallId; questions: Question[] } {
  const asked = askUserQuestion.parse({ questions: questionsFor('README', factsFrom([]), false) });
  return {
    toolCallId: toolCallIdSchema.parse('sample'),
    questions: asked.type === 'ask' ? asked.questions : [],
  };
}
