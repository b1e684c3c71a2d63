import { z } from 'zod';
import { type AgentTool, toolOf } from '../tool.ts';
import { offeredSchema } from './server-schema.ts';
import { callServerTool, type OfferedTool, type ServerToolParts, wordsOf } from './server-tool.ts';

/** The most tools that one search returns, and the most text of them, in characters. */
const mostFound = 10;
const longestFound = 30_000;

const searchName = 'search_server_tools';

/** The two tools by which a model finds and calls those of servers, where there are too many to offer them all. */
export function createToolSearch(
  tools: ReadonlyMap<string, OfferedTool>,
  parts: ServerToolParts,
): AgentTool[] {
  const servers = [...new Set(Array.from(tools.values(), ({ server }) => server.name))].join(', ');
  return [
    toolOf({
      name: searchName,
      kind: 'plain',
      description: `Find tools of the MCP servers (${servers}), of which there are ${tools.size}: returns the best ${mostFound} with their input. Call one of them with call_server_tool. Not for files of the folder, which list_files and search_files find.`,
      inputSchema: z.object({
        query: z.string().min(1).max(500).describe('What the tool should do, in a few words'),
      }),
      run: async ({ query }) => ({ ok: true, text: foundText(findTools(tools, query)) }),
    }),
    toolOf({
      name: 'call_server_tool',
      kind: 'plain',
      description: `Call a tool that ${searchName} found, by its whole name. The person is asked first.`,
      inputSchema: z.object({
        name: z.string().describe('The name as it was found'),
        input: z.record(z.string(), z.unknown()).optional().describe('The tool’s own input'),
      }),
      async run({ name, input }, context) {
        const offered = tools.get(name);
        if (offered === undefined)
          return { ok: false, text: `There is no tool called ${name}. Find one with ${searchName}.` };
        return callServerTool(offered, input ?? {}, context, parts);
      },
    }),
  ];
}

/** Returns the tools that have most of a query's words, those with them in their names first. */
export function findTools(tools: ReadonlyMap<string, OfferedTool>, query: string): [string, OfferedTool][] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const scored = Array.from(tools, (entry) => {
    const name = entry[0].toLowerCase();
    const text = wordsOf(entry[1].tool).toLowerCase();
    const score = words.reduce(
      (sum, word) => sum + (name.includes(word) ? 3 : text.includes(word) ? 1 : 0),
      0,
    );
    return { entry, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostFound)
    .map(({ entry }) => entry);
}

function foundText(found: readonly [string, OfferedTool][]): string {
  if (found.length === 0) return 'No tool has these words. Try others.';
  let text = '';
  for (const [name, { tool }] of found) {
    const about = JSON.stringify({
      name,
      description: wordsOf(tool),
      input: offeredSchema(tool.inputSchema),
    });
    if (text.length + about.length > longestFound) continue;
    text += `${about}\n`;
  }
  return text.trimEnd();
}
