import type { ToolResult } from '../../shared/dialects/dialect.ts';
import { interrupted } from '../../shared/questions/endings.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import { storageProblem } from '../storage/storage-error.ts';
import type { AgentTool, ToolContext } from './tool.ts';

type Offer = { tool: AgentTool; modes: readonly Mode[] };

/** The tools of a chat's agent: the one place that decides which there are and in which mode. */
export class Tools {
  readonly #offers: readonly Offer[];
  readonly #askName: string;
  readonly #report: (error: unknown) => string;

  /** `report` notes a bug and returns its reference in the log. */
  constructor(readOnly: readonly AgentTool[], ask: AgentTool, report: (error: unknown) => string) {
    this.#askName = ask.name;
    this.#report = report;
    this.#offers = [
      ...readOnly.map((tool) => ({ tool, modes: ['plan', 'exec'] as const })),
      { tool: ask, modes: ['plan'] },
    ];
  }

  /** The tools that a request of this mode carries. */
  offered(mode: Mode): AgentTool[] {
    return this.#offers.filter(({ modes }) => modes.includes(mode)).map(({ tool }) => tool);
  }

  /** Whether a tool waits for the person. */
  asks(name: string): boolean {
    return name === this.#askName;
  }

  /** Why a call is refused that came back from a request of this mode; undefined when it may run. */
  refusal(name: string, mode: Mode): string | undefined {
    const offer = this.#offers.find(({ tool }) => tool.name === name);
    if (offer === undefined) return noSuchTool(name);
    return offer.modes.includes(mode)
      ? undefined
      : `${name} is available in ${offer.modes.join(' and ')} mode only.`;
  }

  /**
   * Runs a call that was not refused. Bad input ends in a failed result, an abort in `Interrupted`,
   * a bug in one with its reference. Throws only when something could not be stored.
   */
  async run(name: string, input: unknown, context: ToolContext): Promise<ToolResult> {
    const tool = this.#offers.find((offer) => offer.tool.name === name)?.tool;
    if (tool === undefined) return { ok: false, text: noSuchTool(name) };
    try {
      return await tool.run(input, context);
    } catch (error) {
      if (context.signal.aborted) return { ok: false, text: interrupted };
      if (storageProblem(error) !== undefined) throw error;
      const text = `${name} failed inside Parley (reference ${this.#report(error)}). Go on without it, or tell the person.`;
      return { ok: false, text };
    }
  }
}

function noSuchTool(name: string): string {
  return `There is no tool called ${name}.`;
}
