import { z } from 'zod';

/** A tool as `tools/list` of MCP gives it. */
const listedToolSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.object({
    type: z.literal('object'),
    properties: z.record(z.string(), z.record(z.string(), z.json())),
    required: z.array(z.string()).optional(),
  }),
  annotations: z.object({
    title: z.string(),
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    openWorldHint: z.boolean(),
  }),
});

export const listedToolsSchema = z.array(listedToolSchema).min(1);

export type ListedTool = z.infer<typeof listedToolSchema>;
