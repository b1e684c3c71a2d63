import { z } from 'zod';

const bodySchema = z.object({
  messages: z.array(
    z.object({ role: z.string(), content: z.union([z.string(), z.array(z.looseObject({}))]) }),
  ),
});

/** Number of tool calls in a request to Anthropic's Messages API without exactly one result right behind them. */
export function orphanedCalls(body: unknown): number {
  const { messages } = bodySchema.parse(body);
  const ids = (index: number, type: string, name: string) => {
    const content = messages[index]?.content ?? [];
    return typeof content === 'string'
      ? []
      : content.flatMap((block) => (block['type'] === type ? [String(block[name])] : []));
  };
  return messages.reduce((orphans, _, index) => {
    const results = ids(index + 1, 'tool_result', 'tool_use_id');
    const calls = ids(index, 'tool_use', 'id');
    return orphans + calls.filter((id) => results.filter((result) => result === id).length !== 1).length;
  }, 0);
}
