import type { ToolResult } from '../../shared/dialects/dialect.ts';
import { interrupted } from '../../shared/questions/cancel-reasons.ts';
import type { ToolKind } from '../../shared/transcript/transcript.ts';
import { storageProblem } from '../storage/storage-error.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import { type AgentTool, isAvailable, type ToolChat, type ToolSource } from './tool.ts';
import {
  misplacedIn,
  noSuchTool,
  type OwnTools,
  refusalOf,
  type Refused,
  type OfferConditions,
} from './tool-availability.ts';

export type ToolsDeps = OwnTools & {
  /** Where added tools come from: MCP servers, and custom tools. */
  sources?: readonly ToolSource[];
  /** False where nobody can be asked. */
  canAsk: boolean;
  /** Logs a bug and returns its reference in the log. */
  report: (error: unknown) => string;
};

/** The one place that decides which tools there are and when. */
export class Tools {
  readonly #deps: ToolsDeps;

  constructor(deps: ToolsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the tools that a request carries. Plan mode has a standing handler, so `resolve` is there without
   * anything pending.
   */
  offered({ mode, dialect, pending = false, addedTools = [] }: OfferConditions): AgentTool[] {
    const { readOnly, planning, writing, acting, resolve, dialects, asking, canAsk } = this.#deps;
    const tool = asking.get(dialect);
    const plans = canAsk && mode === 'plan';
    const asks = canAsk && (mode === 'plan' || dialects.get(dialect)?.planOnly === false);
    return [
      ...readOnly,
      ...(mode === 'exec' ? [...writing, ...acting].filter(isAvailable) : []),
      ...(asks && tool !== undefined ? [tool] : []),
      ...(plans ? planning : []),
      ...(pending || plans ? [resolve] : []),
      ...addedTools,
    ];
  }

  /** Returns the tools that are added in a chat, except those with the name of one of Parley's. */
  async addedTools(chat: ToolChat): Promise<AgentTool[]> {
    const { sources = [], report } = this.#deps;
    const found = await Promise.all(
      sources.map((source) =>
        source.tools(chat).catch((error: unknown) => {
          report(error);
          return [];
        }),
      ),
    );
    return found.flat().filter(({ name }) => !this.isOwn(name));
  }

  /** True for the name of one of Parley's own tools. */
  isOwn(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Returns what the instructions of a request name. */
  named(conditions: OfferConditions) {
    return {
      asking: this.mentionOfAsking(conditions),
      running: this.running(conditions),
      writing: this.writing(conditions),
    };
  }

  /** Returns the instructions' text about the asking tool; null where the request carries none. */
  mentionOfAsking(conditions: OfferConditions): string | null {
    const { name } = this.#deps.asking.get(conditions.dialect) ?? {};
    const isOffered = this.offered(conditions).some((tool) => tool.name === name);
    return isOffered ? (this.#deps.dialects.get(conditions.dialect)?.mention ?? null) : null;
  }

  /** Returns the names of the tools by which a request may change files. */
  writing(conditions: OfferConditions): string[] {
    const { writing } = this.#deps;
    return this.offered(conditions).flatMap((tool) => (writing.includes(tool) ? [tool.name] : []));
  }

  /** Returns the name of the tool by which a request may run commands; null for none. */
  running(conditions: OfferConditions): string | null {
    const { acting } = this.#deps;
    return this.offered(conditions).find((tool) => acting.includes(tool))?.name ?? null;
  }

  /** True when a tool waits for the person. */
  asks(name: string): boolean {
    const { asking, resolve } = this.#deps;
    return [...asking.values(), resolve].some((tool) => tool.name === name);
  }

  /** Returns the kind of part that a call of this name is, even if it will be refused. */
  kindOf(name: string, addedTools: readonly AgentTool[] = []): ToolKind {
    return (this.#find(name) ?? addedTools.find((tool) => tool.name === name))?.kind ?? 'plain';
  }

  /** Returns the result of a call that the request did not offer; undefined when it may run. */
  refusal(name: string, conditions: OfferConditions): Refused | undefined {
    return refusalOf(name, conditions, this.#deps);
  }

  /**
   * Runs a call that was not refused. Bad input ends in a failed result, an abort in `Interrupted`, a bug in a
   * result with its reference. Throws only when something could not be stored.
   */
  async run(name: string, input: unknown, context: ToolContext): Promise<ToolResult> {
    const tool = this.#find(name) ?? (await this.#findAdded(name, context));
    if (tool === undefined) return noSuchTool(name);
    const misplaced = misplacedIn(context.mode, name, this.#deps);
    if (misplaced !== undefined) return misplaced;
    try {
      return await tool.run(input, context);
    } catch (error) {
      if (context.signal.aborted) return { ok: false, text: interrupted };
      if (storageProblem(error) !== undefined) throw error;
      const reference = this.#deps.report(error);
      const text = `${name} failed inside Parley (reference ${reference}). Go on without it, or tell the person.`;
      return { ok: false, text };
    }
  }

  #find(name: string): AgentTool | undefined {
    const { readOnly, planning, writing, acting, resolve, asking } = this.#deps;
    const all = [...readOnly, ...planning, ...writing, ...acting, ...asking.values(), resolve];
    return all.find((known) => known.name === name && isAvailable(known));
  }

  async #findAdded(name: string, { workspaceId, folder, mode }: ToolContext): Promise<AgentTool | undefined> {
    for (const source of this.#deps.sources ?? []) {
      const tool = await source.find(name, { workspaceId, folder: folder.path, mode });
      if (tool !== undefined) return tool;
    }
    return undefined;
  }
}
