import { z } from 'zod';

const dataSchema = z.object({ data: z.array(z.object({ id: z.string(), created: z.number().optional() })) });

/** Returns the names in a list of OpenAI's form, newest first where it has dates. */
export function idsOf(body: unknown): string[] {
  const { data } = dataSchema.parse(body);
  return data.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0)).map(({ id }) => id);
}

/** Families of models that take images; servers of mixed models do not tell. */
const families =
  /vision|llava|bakllava|moondream|minicpm-v|pixtral|(^|[-_/.\d])vl([-_:.\d]|$)|gemma-?3|llama-?4|mistral-small-?3\.[12]|internvl|molmo|omni|gpt-4o|gpt-4\.1|gpt-5|claude|gemini/i;

/** True for a model of any maker that is known to take images. */
export function isImageModel(model: string): boolean {
  return families.test(model);
}
