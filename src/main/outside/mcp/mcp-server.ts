import {
  type CallToolResult,
  type InputRequiredResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { listedTools, outsideToolList } from '../../../shared/contract/outside-tool-list.ts';
import { outsideInstructions } from '../../../shared/contract/outside-tools.ts';
import type { SecondNames } from '../../../shared/contract/settings.ts';
import type { Dialects } from '../../../shared/dialects/registry.ts';
import { type OutsideResult, type ReadCall, readToolCall, type ToolCallDeps } from '../tool-calls.ts';
import { folderOf } from './client-folder.ts';
import type { ClientRequest, ClientRequests } from './client-requests.ts';
import { clientOf } from './mcp-client.ts';
import { sendProgress } from './exchange.ts';

export type McpServerDeps = ToolCallDeps & {
  dialects: Dialects;
  settings: { read(): { secondNames: SecondNames } };
  version: string;
  /** Logs an error; returns its reference. */
  report: (error: unknown) => string;
};

/**
 * Returns a server for one client, of either protocol. The dialects get the raw input, so that their texts, not
 * the library's, answer what they refuse. There are no resources: no client reads another's answers.
 */
export function createMcpServer(
  { outside, reviews, dialects, settings, version, report }: McpServerDeps,
  requests: ClientRequests,
): McpServer {
  const mcp = new McpServer(
    { name: 'parley', title: 'Parley', version },
    { capabilities: { tools: {} }, instructions: outsideInstructions },
  );
  const { server } = mcp;
  const tools = () => outsideToolList(dialects, settings.read().secondNames);
  server.setRequestHandler('tools/list', () => ({
    tools: listedTools(dialects, settings.read().secondNames),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools().find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool called ${params.name}.`);
    const request = requests.open(context);
    try {
      const args = params.arguments ?? {};
      const call = readToolCall(tool, args, { outside, reviews });
      return call.type === 'done'
        ? toResult(call.result)
        : await waitForPerson(call, { args, context, server, request });
    } catch (error) {
      const text = `Something went wrong inside Parley (reference ${report(error)}). Nobody was asked; try again.`;
      return toResult({ ok: false, text });
    } finally {
      request.close();
    }
  });
  return mcp;
}

type CallContext = { args: unknown; context: ServerContext; server: Server; request: ClientRequest };

/** Makes a request and delivers its result; asks a client for its folder first where needed. */
async function waitForPerson(
  call: Extract<ReadCall, { type: 'request' }>,
  { args, context, server, request }: CallContext,
): Promise<CallToolResult | InputRequiredResult> {
  const client = clientOf(context, server);
  const folder = await folderOf(args, context, client);
  if (typeof folder === 'object' && folder !== null) return folder;
  const stopProgress = sendProgress(context);
  try {
    const delivery = await call.request({ asker: client.asker, folder }, request.signal);
    const isSent = delivery !== undefined && (await request.deliver(delivery));
    return toResult(isSent ? delivery.answer : { ok: false, text: 'Cancelled' });
  } finally {
    stopProgress();
  }
}

/** Key in a result's `_meta` for the whole outcome. */
const outcomeKey = 'parley/outcome';

/**
 * Returns a result as clients show it to their models. It has no structured content, since Claude Code and Codex
 * show that instead of the text; the whole outcome is in `_meta`, for programs.
 */
function toResult({ ok, text, remark, outcome }: OutsideResult): CallToolResult {
  const lines = remark === undefined ? [text] : [text, remark];
  return {
    content: lines.map((line) => ({ type: 'text' as const, text: line })),
    ...(outcome && { _meta: { [outcomeKey]: outcome } }),
    ...(ok ? {} : { isError: true }),
  };
}
