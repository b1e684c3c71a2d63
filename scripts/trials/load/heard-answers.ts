import { z } from 'zod';

const blockSchema = z.looseObject({ type: z.string() });
const bodySchema = z.object({
  messages: z.array(z.object({ content: z.union([z.string(), z.array(blockSchema)]) })),
});

/**
 * How many answers the agents of many chats got, by the option that each question lists first. Reads every
 * request to their model that carries results of questions.
 */
export function heardAnswers(bodies: readonly unknown[]): Map<string, string> {
  const heard = new Map<string, string>();
  for (const body of bodies) {
    const blocks = bodySchema
      .parse(body)
      .messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    const calls = new Map(
      blocks.flatMap((block) => (block.type === 'tool_use' ? [[String(block['id']), block['input']]] : [])),
    );
    for (const block of blocks) {
      if (block.type !== 'tool_result') continue;
      const first = firstLabel(calls.get(String(block['tool_use_id'])));
      heard.set(first, JSON.stringify(block['content']));
    }
  }
  return heard;
}

const inputSchema = z.object({
  questions: z.array(z.object({ options: z.array(z.object({ label: z.string() })) })),
});

function firstLabel(input: unknown): string {
  return inputSchema.safeParse(input).data?.questions[0]?.options[0]?.label ?? '';
}
