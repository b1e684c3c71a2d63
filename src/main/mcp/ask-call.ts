import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import { sizeProblem } from '../../shared/questions/ask-size.ts';
import type { OutsideAsks } from '../questions/outside-asks.ts';
import { endOfCall } from './call-end.ts';
import { askForRoots, bridgedFolder, folderOfRoots, namedFolder } from './client-folder.ts';
import { clientOf, type McpClient } from './mcp-client.ts';
import { tellProgress } from './progress.ts';
import type { AskTool } from './tool-list.ts';

export type AskCall = {
  tool: AskTool;
  args: unknown;
  context: ServerContext;
  server: Server;
};

const kept = {
  attached: 'This question was asked before and its card still waited; this is the answer to it.',
  kept: 'This question was answered while nobody waited for it; this is the answer that was kept.',
};

/** Puts a client's call to the person and gives back what its tool promises. */
export async function runAskCall(
  { tool, args, context, server }: AskCall,
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
    const answer = await outside.ask(asked, endOfCall(context));
    if (answer === undefined) return toResult({ ok: false, text: 'Cancelled' });
    const { outcome, how } = answer;
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

/** The text is what the model reads; the structure holds the whole outcome. */
function toResult(
  { ok, text }: ToolResult,
  structuredContent?: Record<string, unknown>,
  remarks: readonly string[] = [],
): CallToolResult {
  const content = [text, ...remarks].map((line) => ({ type: 'text' as const, text: line }));
  return { content, ...(structuredContent && { structuredContent }), ...(ok ? {} : { isError: true }) };
}

function asRecord(details: unknown): object {
  return typeof details === 'object' && details !== null ? details : {};
}

/** Where the asker works, or what a client has to be asked first to know. */
async function folderOf(
  args: unknown,
  context: ServerContext,
  { hasRoots, stateless }: McpClient,
): Promise<string | null | InputRequiredResult> {
  const named = namedFolder(args);
  if (named !== undefined) return named;
  const { inputResponses } = context.mcpReq;
  if (stateless && hasRoots && inputResponses === undefined)
    return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  const fromRoots = stateless
    ? folderOfRoots(inputResponses?.['roots'])
    : hasRoots && (await askForRoots(context));
  return fromRoots || (bridgedFolder(context) ?? null);
}
