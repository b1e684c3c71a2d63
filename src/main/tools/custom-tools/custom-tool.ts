import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { permissionRefusalText } from '../../../shared/permissions/model-text.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { ListedTool, StagedMessage } from '../../custom-tools/tool-messages.schema.ts';
import type { ToolProcess } from '../../custom-tools/tool-process.ts';
import { diskProblem } from '../../folder/disk-problem.ts';
import { ToolError } from '../../folder/tool-error.ts';
import { shortened } from '../../mcp-servers/call-result.ts';
import type { Permissions } from '../../permissions/permissions.ts';
import { offeredSchema } from '../mcp-servers/server-schema.ts';
import type { AgentTool } from '../tool.ts';
import type { StageCustom } from './stage-custom.ts';

/** The most of a tool's own words that a model gets, in characters. */
const longestDescription = 2_000;

const inputSchema = z.record(z.string(), z.unknown());

export type CustomToolParts = {
  permissions: Pick<Permissions, 'begin' | 'outcome'>;
  stage: StageCustom;
  now: () => number;
};

/** A custom tool as the model gets it; each call asks. */
export function customTool(tool: ListedTool, process: ToolProcess, parts: CustomToolParts): AgentTool {
  return {
    name: tool.name,
    kind: 'preview',
    description: tool.description.slice(0, longestDescription),
    inputSchema,
    jsonSchema: offeredSchema(tool.parameters),
    run: (input, context) => call(tool, process, input, context, parts),
  };
}

/** Asks, runs the tool in its process, and stages what it pushed; what goes wrong is a failed result. */
async function call(
  { name, file }: ListedTool,
  process: ToolProcess,
  raw: unknown,
  context: ToolContext,
  { permissions, stage, now }: CustomToolParts,
): Promise<ToolResult> {
  const known = stage.stagedBy(context);
  if (known !== undefined) return { ok: true, text: stagedText(known) };
  const parsed = inputSchema.safeParse(raw ?? {});
  if (!parsed.success) return { ok: false, text: 'The input has to be an object.' };
  const text = `The custom tool ${file} runs with your rights.\n\n${JSON.stringify(parsed.data, null, 2)}`;
  const verdict = await context.permit({ type: 'other', title: `Run ${name}`, text });
  if (verdict.type !== 'allowed') {
    const refused = permissionRefusalText(verdict);
    return { ok: false, text: refused, ...(verdict.type === 'denied' && verdict.stop && { endsTurn: true }) };
  }
  if (!process.isAlive)
    return { ok: false, text: `${name} was changed while the person was asked. Nothing was run.` };
  permissions.begin(context);
  const startedAt = now();
  const pushed: StagedMessage[] = [];
  try {
    const end = await process.ask(
      { type: 'call', tool: name, input: parsed.data },
      { signal: context.signal, onStaged: (one) => void (pushed.length === 0 && pushed.push(one)) },
    );
    if (end.type === 'lost')
      return { ok: false, text: `${name} did not finish. ${end.why} Nobody knows how far it came.` };
    if (!end.ok) return { ok: false, text: shortened(`${name} failed: ${end.text}`) };
    const [staged] = pushed;
    if (staged === undefined) return { ok: true, text: shortened(end.text || '(It returned nothing.)') };
    const label = await stage.stage(name, staged, process, context);
    return { ok: true, text: shortened([stagedText(label), end.text].filter(Boolean).join('\n')) };
  } catch (error) {
    context.signal.throwIfAborted();
    const problem = error instanceof ToolError ? error.message : diskProblem(error);
    if (problem === undefined) throw error;
    return { ok: false, text: problem };
  } finally {
    permissions.outcome(context, { exitCode: null, durationMs: now() - startedAt });
  }
}

function stagedText(label: string): string {
  return `Preview: ${label}. Nothing is applied yet.`;
}
