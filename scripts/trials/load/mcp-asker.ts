import { connectMcp, generations } from '../../../test/main/outside/mcp-clients.ts';
import { question } from '../../../e2e/support/provider.ts';

export type McpAsker = {
  /** The options of its question; nobody else's has them. */
  labels: [string, string];
  folder: string;
  /** The texts of what it was answered. */
  answered: Promise<string>;
  close(): Promise<void>;
};

/** A client of the MCP endpoint, of one of both generations, that asks one question and waits. */
export async function askByMcp(address: string, index: number, folder: string): Promise<McpAsker> {
  const { origin, searchParams } = new URL(address);
  const generation = generations[index % generations.length] ?? '2026';
  const endpoint = { url: `${origin}/mcp`, token: searchParams.get('token') ?? '' };
  const client = await connectMcp(generation, endpoint, { name: `client ${index}` });
  const labels: McpAsker['labels'] = [`Client ${index} first`, `Client ${index} second`];
  const input = { questions: [question(`What for client ${index}?`, 'Which', ...labels)], workspace: folder };
  const called = client.call('ask_user_question', input, { timeout: 600_000 });
  return {
    labels,
    folder,
    answered: called.then(({ content }) => JSON.stringify(content)),
    close: () => client.close(),
  };
}
