import { z } from 'zod';
import { toolCallIdSchema } from '../../shared/ids.ts';
import { type PartSpan, toolKindSchema, toolResultSchema } from '../../shared/transcript/transcript.ts';
import { callWorkSchema } from '../../shared/transcript/call-work.ts';
import { nullableJsonColumn } from './json-column.ts';

/** The data that a provider expects back with a part it made, such as the signature of its thinking. */
const metadataSchema = z.record(z.string(), z.record(z.string(), z.json()));

const common = {
  position: z.number(),
  step: z.number(),
  started_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  provider_metadata: nullableJsonColumn(metadataSchema),
};

export const partRowSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ ...common, type: z.literal('text'), text: z.string() }),
    z.object({ ...common, type: z.literal('reasoning'), text: z.string() }),
    z.object({
      ...common,
      type: z.literal('tool'),
      kind: toolKindSchema,
      tool_call_id: toolCallIdSchema,
      tool_name: z.string(),
      input: nullableJsonColumn(z.unknown()),
      result: nullableJsonColumn(toolResultSchema),
      work: nullableJsonColumn(callWorkSchema),
    }),
  ]),
);

/** A part as it is stored, with the number of the model call it came from. */
export type PartRow = z.infer<typeof partRowSchema>;

const timesSchema = z.lazy(() =>
  z.object({ started_at: z.number().nullable(), ended_at: z.number().nullable() }).optional(),
);

/** The span in a row of a part; undefined while one of its ends is not known. */
export function spanOf(row: unknown): PartSpan | undefined {
  const { started_at: startedAt = null, ended_at: endedAt = null } = timesSchema.parse(row) ?? {};
  return startedAt === null || endedAt === null ? undefined : { startedAt, endedAt };
}
