import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { AskTool } from '../../../shared/contract/outside-tool-list.ts';
import type { OutsideAnswer } from '../../../shared/contract/outside-ask.ts';
import { sizeProblem } from '../../../shared/questions/ask-size.ts';
import type { Question } from '../../../shared/questions/question.ts';
import type { OutsideAsks } from '../outside-asks.ts';
import { folderOf } from './call-folder.ts';
import { toResult } from './call-result.ts';
import { clientOf } from './mcp-client.ts';
import type { OutsideCallOf } from './outside-call.ts';
import { tellProgress } from './progress.ts';

/** What a model reads beside an answer that its call of now did not ask for. */
export const kept = {
  attached: 'This question was asked before and its card still waited; this is the answer to it.',
  kept: 'This question was answered while nobody waited for it; this is the answer that was kept.',
};

/** Puts a client's call to the person and gives back what its tool promises. */
export async function runAskCall(
  { tool, args, context, server, line }: OutsideCallOf<AskTool>,
  outside: OutsideAsks,
): Promise<CallToolResult | InputRequiredResult> {
  const parsed = tool.dialect.parse(args);
  if (parsed.type === 'refused') return toResult({ ok: false, text: parsed.error });
  if (parsed.type === 'done') return toResult(parsed.result);
  const problem = sizeProblem(parsed.questions);
  if (problem !== undefined) return toResult({ ok: false, text: problem });
  const client = clientOf(context, server);
  const folder = await folderOf(args, context, client);
  if (typeof folder === 'object' && folder !== null) return folder;
  const asked = { asker: client.asker, tool: tool.id, folder, questions: parsed.questions };
  if (parsed.type === 'supplied') {
    outside.record(asked, parsed.outcome);
    return answerResult(tool, parsed.questions, { outcome: parsed.outcome, how: 'asked' });
  }
  const quiet = tellProgress(context);
  try {
    const delivery = await outside.ask(asked, line.end);
    if (delivery === undefined || !(await line.carry(delivery)))
      return toResult({ ok: false, text: 'Cancelled' });
    return answerResult(tool, parsed.questions, delivery.answer);
  } finally {
    quiet();
  }
}

/** What a client gets of an answer, with the whole outcome beside the text. */
function answerResult(
  { dialect }: AskTool,
  questions: readonly Question[],
  { outcome, how }: OutsideAnswer,
): CallToolResult {
  const result = dialect.format(questions, outcome);
  return toResult(result, { outcome, how, ...asRecord(result.details) }, how === 'asked' ? [] : [kept[how]]);
}

function asRecord(details: unknown): object {
  return typeof details === 'object' && details !== null ? details : {};
}
