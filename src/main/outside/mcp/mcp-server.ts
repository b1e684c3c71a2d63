import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { listedTools, outsideToolList } from '../../../shared/contract/outside-tool-list.ts';
import { outsideInstructions } from '../../../shared/contract/outside-tools.ts';
import type { SecondNames } from '../../../shared/contract/second-names.ts';
import type { Dialects } from '../../../shared/dialects/registry.ts';
import type { OutsideAsks } from '../outside-asks.ts';
import type { OutsideReviews } from '../outside-reviews.ts';
import { runAskCall } from './ask-call.ts';
import type { ClientLines } from './client-lines.ts';
import { runReviewCall } from './review-call.ts';

export type McpParts = {
  outside: OutsideAsks;
  reviews: OutsideReviews;
  dialects: Dialects;
  settings: { read(): { secondNames: SecondNames } };
  version: string;
  report: (error: unknown) => string;
};

/**
 * A server for one client, of either era. The tools' input goes to the dialects as it came: their
 * words, not the library's, answer what they refuse. There are no resources: no client reads what
 * another was told.
 */
export function createMcpServer(
  { outside, reviews, dialects, settings, version, report }: McpParts,
  lines: ClientLines,
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
    const line = lines.open(context);
    try {
      const call = { args: params.arguments ?? {}, context, server, line };
      if (tool.kind === 'review') return await runReviewCall({ tool, ...call }, reviews);
      return await runAskCall({ tool, ...call }, outside);
    } catch (error) {
      const words = `Something went wrong inside Parley (reference ${report(error)}). Nobody was asked; try again.`;
      return { content: [{ type: 'text', text: words }], isError: true };
    } finally {
      line.close();
    }
  });
  return mcp;
}
