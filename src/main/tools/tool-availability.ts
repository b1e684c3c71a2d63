import type { DialectId, Dialects } from '../../shared/dialects/registry.ts';
import type { Refusal } from '../../shared/transcript/transcript.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import { type AgentTool, isAvailable } from './tool.ts';

/** What decides which tools a request carries. */
export type OfferConditions = {
  mode: Mode;
  dialect: DialectId;
  /** True while a preview waits to be resolved. */
  pending?: boolean;
  /** The tools of the chat's MCP servers, and custom tools. */
  addedTools?: readonly AgentTool[];
};

/** Parley's own tools, by when a request carries them. */
export type OwnTools = {
  readOnly: readonly AgentTool[];
  /** In plan mode. */
  planning: readonly AgentTool[];
  /** Tools that change files, in exec mode. */
  writing: readonly AgentTool[];
  /** Tools that run commands, in exec mode. */
  acting: readonly AgentTool[];
  /** The hidden tool that applies or discards previews. */
  resolve: AgentTool;
  dialects: Dialects;
  /** The tool of each dialect. */
  asking: ReadonlyMap<DialectId, AgentTool>;
};

/** The result of a call that must not run. */
export type Refused = { ok: false; text: string; refusal: Refusal };

/** Returns the result of a call that the request did not offer; undefined when it may run. */
export function refusalOf(name: string, conditions: OfferConditions, tools: OwnTools): Refused | undefined {
  const { readOnly, resolve, dialects, asking, planning, writing, acting } = tools;
  if ([...readOnly, resolve, ...(conditions.addedTools ?? [])].some((tool) => tool.name === name))
    return undefined;
  const misplaced = misplacedIn(conditions.mode, name, tools);
  const hasMode = [...planning, ...writing, ...acting].some(
    (tool) => tool.name === name && isAvailable(tool),
  );
  if (misplaced !== undefined || hasMode) return misplaced;
  if (asking.get(conditions.dialect)?.name !== name) return noSuchTool(name);
  const planOnly = dialects.get(conditions.dialect)?.planOnly === true;
  return planOnly && conditions.mode !== 'plan' ? only(name, 'plan') : undefined;
}

/** Returns the refusal of a tool that belongs to the other mode; undefined for any other. */
export function misplacedIn(
  mode: Mode,
  name: string,
  { planning, writing, acting }: OwnTools,
): Refused | undefined {
  if (mode !== 'plan' && planning.some((tool) => tool.name === name)) return only(name, 'plan');
  const isForExec = [...writing, ...acting].some((tool) => tool.name === name);
  return mode !== 'exec' && isForExec ? only(name, 'exec') : undefined;
}

function only(name: string, mode: Mode): Refused {
  return { ok: false, text: `${name} is available in ${mode} mode only.`, refusal: 'mode' };
}

/** Returns the result of a call of an unknown tool. */
export function noSuchTool(name: string): Refused {
  return { ok: false, text: `There is no tool called ${name}.`, refusal: 'no-tool' };
}
