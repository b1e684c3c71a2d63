import type { WorkspaceId } from '../../../../src/shared/ids.ts';
import type { Workspace } from '../../../../src/shared/workspace/workspace.ts';
import type { TurnState } from '../../../../src/shared/workspace/turn-state.ts';
import type { TrialWindow } from '../../../../test/main/http/trial-window.ts';

/** The chats of a host as a window hears of them. */
export class Chats {
  readonly #now = new Map<WorkspaceId, Workspace>();
  #waiting: { id: WorkspaceId; requested: TurnState['status']; resolve: () => void }[] = [];

  static async follow({ client }: TrialWindow): Promise<Chats> {
    const chats = new Chats();
    const items = await client.app.watch({});
    const first = await items.next();
    if (first.done !== true && first.value.type === 'snapshot')
      for (const workspace of first.value.state.workspaces) chats.#note(workspace);
    const follow = async () => {
      for await (const item of items)
        if (item.type === 'event' && item.event.type === 'workspace-changed')
          chats.#note(item.event.workspace);
    };
    // The host is ended while somebody watches.
    follow().catch(() => undefined);
    return chats;
  }

  all(): Workspace[] {
    return [...this.#now.values()];
  }

  /** The folders that were added to a chat; undefined where it takes none. */
  folders(id: WorkspaceId): readonly string[] | undefined {
    return this.#now.get(id)?.agent.folders;
  }

  status(id: WorkspaceId): TurnState['status'] | undefined {
    return this.#now.get(id)?.turn.status;
  }

  /** Waits until a chat's turn stands so. */
  async until(id: WorkspaceId, requested: TurnState['status']): Promise<void> {
    if (this.status(id) === requested) return;
    await new Promise<void>((resolve) => this.#waiting.push({ id, requested, resolve }));
  }

  #note(workspace: Workspace): void {
    this.#now.set(workspace.id, workspace);
    const isReached = ({ id, requested }: { id: WorkspaceId; requested: TurnState['status'] }) =>
      id === workspace.id && requested === workspace.turn.status;
    for (const one of this.#waiting) if (isReached(one)) one.resolve();
    this.#waiting = this.#waiting.filter((one) => !isReached(one));
  }
}
