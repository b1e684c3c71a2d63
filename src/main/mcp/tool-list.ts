import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { outsideTools } from '../../shared/contract/outside-tools.ts';
import type { SecondNames } from '../../shared/contract/second-names.ts';
import type { Dialect } from '../../shared/dialects/dialect.ts';
import type { DialectId, Dialects } from '../../shared/dialects/registry.ts';

/** A dialect under a name by which clients call it. */
export type AskTool = { name: string; id: DialectId; dialect: Dialect };

const workspace = {
  type: 'string',
  description: 'The whole path of the folder you work in: it decides where the question appears',
} as const;

/** The dialects that are tools by themselves, each also under its second name where it has one. */
export function askTools(dialects: Dialects, secondNames: SecondNames): AskTool[] {
  const own = outsideTools.flatMap((id) => {
    const dialect = dialects.get(id);
    return dialect === undefined ? [] : [{ name: id, id, dialect }];
  });
  const taken = new Set<string>(outsideTools);
  const second = own.flatMap((tool) => {
    const name = secondNames[tool.id];
    if (name === undefined || taken.has(name)) return [];
    taken.add(name);
    return [{ ...tool, name }];
  });
  return [...own, ...second];
}

/**
 * How a client sees a tool. Read-only, so that hosts offer it while they plan. The schema is for the
 * model; the dialect decides about what comes.
 */
export function describeTool({ name, dialect }: AskTool): Tool {
  const { properties = {}, required } = schemaOf(dialect);
  return {
    name,
    title: 'Ask the person',
    description: dialect.description,
    inputSchema: {
      type: 'object',
      properties: { ...properties, workspace },
      ...(required && { required }),
    },
    annotations: {
      title: 'Ask the person',
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

function schemaOf({ inputSchema }: Dialect) {
  return objectSchema.parse(z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' }));
}
