import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { AskTool } from '../../shared/contract/outside-tool-list.ts';
import { sizeProblem } from '../../shared/questions/ask-size.ts';
import type { OutsideAsks } from '../questions/outside-asks.ts';
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
  const quiet = tellProgress(context);
  try {
    const asked = { asker: client.asker, tool: tool.id, folder, questions: parsed.questions };
    const delivery = await outside.ask(asked, line.end);
    if (delivery === undefined || !(await line.carry(delivery)))
      return toResult({ ok: false, text: 'Cancelled' });
    const { outcome, how } = delivery.answer;
    const result = tool.dialect.format(parsed.questions, outcome);
    return toResult(
      result,
      { outcome, how, ...asRecord(result.details) },
      how === 'asked' ? [] : [kept[how]],
    );
  } finally {
    quiet();
  }
}

function asRecord(details: unknown): object {
  return typeof details === 'object' && details !== null ? details : {};
}
