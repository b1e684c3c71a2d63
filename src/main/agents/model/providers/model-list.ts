import { z } from 'zod';

const dataSchema = z.object({ data: z.array(z.object({ id: z.string(), created: z.number().optional() })) });

/** The names in a list as OpenAI's interface and its many relatives give it, newest first where they say. */
export function idsOf(body: unknown): string[] {
  const { data } = dataSchema.parse(body);
  return data.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0)).map(({ id }) => id);
}
