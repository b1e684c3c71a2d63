import type { AgentProcess } from './agent-process.ts';

/** Processes of agents of which something may be left. */
export class AgentProcesses {
  readonly #processes = new Set<AgentProcess>();

  /** Holds a process until nothing of it is left. */
  add(process: AgentProcess): void {
    this.#processes.add(process);
    void process.exited.then(() => process.end()).finally(() => this.#processes.delete(process));
  }

  /** Ends them all; resolves when nothing of them is left. */
  async end(): Promise<void> {
    await Promise.all([...this.#processes].map((process) => process.end()));
  }
}
