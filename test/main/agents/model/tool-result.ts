import { z } from 'zod';
import type { ServerRequest } from './anthropic-server.ts';

const bodySchema = z.object({
  messages: z.array(z.object({ content: z.union([z.string(), z.array(z.unknown())]) })),
});

const resultSchema = z.object({
  type: z.literal('tool_result'),
  content: z.string(),
  is_error: z.boolean().default(false),
});

/** Returns the result of the first call in a request to Claude. */
export function resultIn({ body }: ServerRequest) {
  const contents = bodySchema.parse(body).messages.flatMap(({ content }) => content);
  const found = contents.map((block) => resultSchema.safeParse(block)).find(({ success }) => success)?.data;
  return { text: found?.content, error: found?.is_error };
}
