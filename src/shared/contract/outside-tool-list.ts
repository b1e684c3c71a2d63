import { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import type { DialectId, Dialects } from '../dialects/registry.ts';
import type { ListedTool } from './listed-tool.ts';
import { outsideTools } from './outside-tools.ts';
import { reviewDescription, reviewInput } from './outside-requests.ts';
import type { SecondNames } from './settings.ts';

/** A dialect under a name by which clients call it. */
export type AskTool = { kind: 'ask'; name: string; id: DialectId; dialect: Dialect };

/** A tool under a name by which clients call it. */
export type OutsideTool = AskTool | { kind: 'review'; name: string; id: 'review_plan' };

const workspace = {
  type: 'string',
  description: 'The whole path of the folder you work in: it decides where the question appears',
} as const;

/** Every tool there is, also under its second name where it has one. */
export function outsideToolList(dialects: Dialects, secondNames: SecondNames): OutsideTool[] {
  const own = outsideTools.flatMap((id): OutsideTool[] => {
    if (id === 'review_plan') return [{ kind: 'review', name: id, id }];
    const dialect = dialects.get(id);
    return dialect === undefined ? [] : [{ kind: 'ask', name: id, id, dialect }];
  });
  const taken = new Set<string>(outsideTools);
  const second = own.flatMap((tool) => {
    const name = outsideTools.flatMap((id) => (id === tool.id ? (secondNames[id] ?? []) : []))[0];
    if (name === undefined || taken.has(name)) return [];
    taken.add(name);
    return [{ ...tool, name }];
  });
  return [...own, ...second];
}

/**
 * Describes a tool for a client. Read-only, so that hosts offer it while they plan. The schema is for the
 * model; the dialect validates the input.
 */
function describeTool(tool: OutsideTool): ListedTool {
  const { name } = tool;
  const { title, description, inputSchema } = textOf(tool);
  const { properties = {}, required } = schemaOf(inputSchema);
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: { ...properties, workspace },
      ...(required && { required }),
    },
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      openWorldHint: false,
    },
  };
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.json())).optional(),
  required: z.array(z.string()).optional(),
});

function textOf(tool: OutsideTool): { title: string; description: string; inputSchema: z.ZodType } {
  switch (tool.kind) {
    case 'ask': {
      const { description, inputSchema } = tool.dialect;
      return { title: 'Ask the person', description, inputSchema };
    }
    case 'review':
      return { title: 'Have a plan reviewed', description: reviewDescription, inputSchema: reviewInput };
  }
}

function schemaOf(inputSchema: z.ZodType) {
  return objectSchema.parse(z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' }));
}

/** The tools as a client lists them. */
export function listedTools(dialects: Dialects, secondNames: SecondNames): ListedTool[] {
  return outsideToolList(dialects, secondNames).map(describeTool);
}
