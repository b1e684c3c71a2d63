import type { Workspace } from '../../src/shared/workspace/workspace.ts';
import type { TurnState } from '../../src/shared/workspace/turn-state.ts';
import type { TrialWindow } from '../../test/main/http/trial-window.ts';

type Status = TurnState['status'];

/** The first workspace of a host and where its agent's turn stands, as a window hears of it. */
export class AgentStatus {
  readonly workspace: Workspace;
  #now: Status;
  #waiting: { meets: (status: Status) => boolean; resolve: () => void }[] = [];

  private constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.#now = workspace.turn.status;
  }

  static async follow({ client }: TrialWindow): Promise<AgentStatus> {
    const items = await client.app.watch({});
    const first = await items.next();
    const [workspace] =
      first.done !== true && first.value.type === 'snapshot' ? first.value.state.workspaces : [];
    if (workspace === undefined) throw new Error('The host has no workspace.');
    const status = new AgentStatus(workspace);
    const follow = async () => {
      for await (const item of items)
        if (item.type === 'event' && item.event.type === 'workspace-changed')
          status.#note(item.event.workspace.turn.status);
    };
    // The host is ended while somebody watches.
    follow().catch(() => undefined);
    return status;
  }

  get now(): Status {
    return this.#now;
  }

  /** Waits until the turn stands so. */
  until(requested: Status): Promise<void> {
    return this.#until((status) => status === requested);
  }

  /** Waits until the agent is not at work. */
  untilAtRest(): Promise<void> {
    return this.#until((status) => status !== 'working');
  }

  async #until(meets: (status: Status) => boolean): Promise<void> {
    if (meets(this.#now)) return;
    await new Promise<void>((resolve) => this.#waiting.push({ meets, resolve }));
  }

  #note(status: Status): void {
    this.#now = status;
    for (const { meets, resolve } of this.#waiting) if (meets(status)) resolve();
    this.#waiting = this.#waiting.filter(({ meets }) => !meets(status));
  }
}
