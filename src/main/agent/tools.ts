import type { Dialects, DialectId } from '../../shared/dialects/registry.ts';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import { interrupted } from '../../shared/questions/endings.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import { storageProblem } from '../storage/storage-error.ts';
import type { AgentTool, ToolContext } from './tool.ts';

/** What decides which tools a request carries. */
export type Situation = { mode: Mode; dialect: DialectId };

export type ToolsParts = {
  readOnly: readonly AgentTool[];
  dialects: Dialects;
  /** The tool of each dialect. */
  asking: ReadonlyMap<DialectId, AgentTool>;
  /** Whether there is somebody who can be asked. */
  canAsk: boolean;
  /** Notes a bug and returns its reference in the log. */
  report: (error: unknown) => string;
};

/** The tools of a chat's agent: the one place that decides which there are and when. */
export class Tools {
  readonly #parts: ToolsParts;

  constructor(parts: ToolsParts) {
    this.#parts = parts;
  }

  /** The tools that a request carries. */
  offered({ mode, dialect }: Situation): AgentTool[] {
    const { readOnly, dialects, asking, canAsk } = this.#parts;
    const tool = asking.get(dialect);
    const asks = canAsk && (mode === 'plan' || dialects.get(dialect)?.planOnly === false);
    return asks && tool !== undefined ? [...readOnly, tool] : [...readOnly];
  }

  /** How a request's instructions speak of the tool that asks; null where it carries none. */
  mentionOfAsking(situation: Situation): string | null {
    const { name } = this.#parts.asking.get(situation.dialect) ?? {};
    const isOffered = this.offered(situation).some((tool) => tool.name === name);
    return isOffered ? (this.#parts.dialects.get(situation.dialect)?.mention ?? null) : null;
  }

  /** Whether a tool waits for the person. */
  asks(name: string): boolean {
    return [...this.#parts.asking.values()].some((tool) => tool.name === name);
  }

  /** Why a call is refused that came back from a request; undefined when it may run. */
  refusal(name: string, situation: Situation): string | undefined {
    const { readOnly, dialects, asking } = this.#parts;
    if (readOnly.some((tool) => tool.name === name)) return undefined;
    if (asking.get(situation.dialect)?.name !== name) return noSuchTool(name);
    const planOnly = dialects.get(situation.dialect)?.planOnly === true;
    return planOnly && situation.mode !== 'plan' ? `${name} is available in plan mode only.` : undefined;
  }

  /**
   * Runs a call that was not refused. Bad input ends in a failed result, an abort in `Interrupted`,
   * a bug in one with its reference. Throws only when something could not be stored.
   */
  async run(name: string, input: unknown, context: ToolContext): Promise<ToolResult> {
    const { readOnly, asking } = this.#parts;
    const tool = [...readOnly, ...asking.values()].find((known) => known.name === name);
    if (tool === undefined) return { ok: false, text: noSuchTool(name) };
    try {
      return await tool.run(input, context);
    } catch (error) {
      if (context.signal.aborted) return { ok: false, text: interrupted };
      if (storageProblem(error) !== undefined) throw error;
      const reference = this.#parts.report(error);
      const text = `${name} failed inside Parley (reference ${reference}). Go on without it, or tell the person.`;
      return { ok: false, text };
    }
  }
}

function noSuchTool(name: string): string {
  return `There is no tool called ${name}.`;
}
