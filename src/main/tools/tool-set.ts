import type { Dialects, DialectId } from '../../shared/dialects/registry.ts';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import { interrupted } from '../../shared/questions/endings.ts';
import type { Refusal, ToolKind } from '../../shared/transcript/transcript.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import { storageProblem } from '../storage/storage-error.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import type { AgentTool, ToolChat, ToolSource } from './tool.ts';

/** The facts that decide which tools a request carries. */
export type Situation = {
  mode: Mode;
  dialect: DialectId;
  /** True while a staged change waits to be resolved. */
  pending?: boolean;
  /** Those of the chat's own sources. */
  more?: readonly AgentTool[];
};

export type ToolsParts = {
  readOnly: readonly AgentTool[];
  /** Those that plan, in plan mode. */
  planning: readonly AgentTool[];
  /** Those that change files, in exec mode. */
  writing: readonly AgentTool[];
  /** Those that run commands, in exec mode. */
  acting: readonly AgentTool[];
  /** The hidden tool that applies or discards what is staged. */
  resolve: AgentTool;
  dialects: Dialects;
  /** What else a chat has. */
  sources?: readonly ToolSource[];
  /** The tool of each dialect. */
  asking: ReadonlyMap<DialectId, AgentTool>;
  /** False where nobody can be asked. */
  canAsk: boolean;
  /** Logs a bug and returns its reference in the log. */
  report: (error: unknown) => string;
};

/** The result of a call that must not run. */
type Refused = { ok: false; text: string; refusal: Refusal };

/** The tools of a chat's agent: the one place that decides which there are and when. */
export class Tools {
  readonly #parts: ToolsParts;

  constructor(parts: ToolsParts) {
    this.#parts = parts;
  }

  /** The tools that a request carries. Plan mode has a standing handler, so `resolve` is there without anything pending. */
  offered({ mode, dialect, pending = false, more = [] }: Situation): AgentTool[] {
    const { readOnly, planning, writing, acting, resolve, dialects, asking, canAsk } = this.#parts;
    const tool = asking.get(dialect);
    const plans = canAsk && mode === 'plan';
    const asks = canAsk && (mode === 'plan' || dialects.get(dialect)?.planOnly === false);
    return [
      ...readOnly,
      ...(mode === 'exec' ? [...writing, ...acting].filter(isAvailable) : []),
      ...(asks && tool !== undefined ? [tool] : []),
      ...(plans ? planning : []),
      ...(pending || plans ? [resolve] : []),
      ...more,
    ];
  }

  /** Returns the tools of the chat's own sources, without those that would take the name of one of Parley's. */
  async more(chat: ToolChat): Promise<AgentTool[]> {
    const { sources = [], report } = this.#parts;
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

  /** True for the name of a tool of Parley's, which no other tool can take. */
  isOwn(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Returns what the instructions of a request name, each as below. */
  named(situation: Situation) {
    return {
      asking: this.mentionOfAsking(situation),
      running: this.running(situation),
      writing: this.writing(situation),
    };
  }

  /**
   * Returns the words for the asking tool in a request's instructions; null where the request carries none.
   */
  mentionOfAsking(situation: Situation): string | null {
    const { name } = this.#parts.asking.get(situation.dialect) ?? {};
    const isOffered = this.offered(situation).some((tool) => tool.name === name);
    return isOffered ? (this.#parts.dialects.get(situation.dialect)?.mention ?? null) : null;
  }

  /** Returns the names of the tools by which a request may change files. */
  writing(situation: Situation): string[] {
    const { writing } = this.#parts;
    return this.offered(situation).flatMap((tool) => (writing.includes(tool) ? [tool.name] : []));
  }

  /** Returns the name of the tool by which a request may run commands; null where it carries none. */
  running(situation: Situation): string | null {
    const { acting } = this.#parts;
    return this.offered(situation).find((tool) => acting.includes(tool))?.name ?? null;
  }

  /** True when a tool waits for the person. */
  asks(name: string): boolean {
    const { asking, resolve } = this.#parts;
    return [...asking.values(), resolve].some((tool) => tool.name === name);
  }

  /** Returns the kind of part that a call of this name is, also of one that will be refused. */
  kindOf(name: string, more: readonly AgentTool[] = []): ToolKind {
    return (this.#find(name) ?? more.find((tool) => tool.name === name))?.kind ?? 'plain';
  }

  /** Returns the result of a call of a request's reply that is refused; undefined when it may run. */
  refusal(name: string, situation: Situation): Refused | undefined {
    const { readOnly, resolve, dialects, asking } = this.#parts;
    if ([...readOnly, resolve, ...(situation.more ?? [])].some((tool) => tool.name === name))
      return undefined;
    const misplaced = this.#misplaced(name, situation.mode);
    if (misplaced !== undefined || this.#hasMode(name)) return misplaced;
    if (asking.get(situation.dialect)?.name !== name) return noSuchTool(name);
    const planOnly = dialects.get(situation.dialect)?.planOnly === true;
    return planOnly && situation.mode !== 'plan' ? only(name, 'plan') : undefined;
  }

  /**
   * Runs a call that was not refused. Bad input ends in a failed result, an abort in `Interrupted`,
   * a bug in one with its reference. Throws only when something could not be stored.
   */
  async run(name: string, input: unknown, context: ToolContext): Promise<ToolResult> {
    const tool = this.#find(name) ?? (await this.#findMore(name, context));
    if (tool === undefined) return noSuchTool(name);
    const misplaced = this.#misplaced(name, context.mode);
    if (misplaced !== undefined) return misplaced;
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

  #find(name: string): AgentTool | undefined {
    const { readOnly, planning, writing, acting, resolve, asking } = this.#parts;
    const all = [...readOnly, ...planning, ...writing, ...acting, ...asking.values(), resolve];
    return all.find((known) => known.name === name && isAvailable(known));
  }

  async #findMore(name: string, { workspaceId, folder, mode }: ToolContext): Promise<AgentTool | undefined> {
    for (const source of this.#parts.sources ?? []) {
      const tool = await source.find(name, { workspaceId, folder: folder.path, mode });
      if (tool !== undefined) return tool;
    }
    return undefined;
  }

  #hasMode(name: string): boolean {
    const { planning, writing, acting } = this.#parts;
    return [...planning, ...writing, ...acting].some((tool) => tool.name === name && isAvailable(tool));
  }

  /** Returns the refusal of a tool that belongs to the other mode. */
  #misplaced(name: string, mode: Mode): Refused | undefined {
    const { planning, writing, acting } = this.#parts;
    if (mode !== 'plan' && planning.some((tool) => tool.name === name)) return only(name, 'plan');
    const isForExec = [...writing, ...acting].some((tool) => tool.name === name);
    return mode !== 'exec' && isForExec ? only(name, 'exec') : undefined;
  }
}

function isAvailable(tool: AgentTool): boolean {
  return tool.isAvailable?.() ?? true;
}

function only(name: string, mode: Mode): Refused {
  return { ok: false, text: `${name} is available in ${mode} mode only.`, refusal: 'mode' };
}

function noSuchTool(name: string): Refused {
  return { ok: false, text: `There is no tool called ${name}.`, refusal: 'no-tool' };
}
