import { relative, sep } from 'node:path';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { FolderUnusable, usableForChat } from '../../folder/usable-folder.ts';
import type { AgentSessionStore } from '../../storage/agent-session-store.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { idOf, nameOf } from './agent-names.ts';
import type { AgentPrograms } from './programs/agent-programs.ts';
import { KeptSession } from './session/kept-session.ts';

type FoldersDeps = {
  workspaces: Workspaces;
  sessions: AgentSessionStore;
  programs: () => Promise<AgentPrograms>;
};

/** The most folders that a chat takes beside its own. */
const mostFolders = 20;

/**
 * The folders that people add to the chats of external agents (ACP `additionalDirectories`). They are as open to the agent as
 * the chat's own, which the protocol can't limit, so each has to be usable and trusted as that is.
 */
export class AddedFolders {
  readonly #deps: FoldersDeps;

  constructor(deps: FoldersDeps) {
    this.#deps = deps;
  }

  /** Adds a folder, for the next message on. Throws FolderUnusable, also for one that asks for trust. */
  async add(workspaceId: WorkspaceId, named: string): Promise<void> {
    const { workspaces } = this.#deps;
    const { agent, folder: own } = workspaces.row(workspaceId);
    const folder = usableForChat(named, workspaces.folder(workspaceId).dataFolder);
    const kept = this.#kept(workspaceId, agent);
    const { folders, facts } = kept.read();
    const name = nameOf(agent);
    if (!facts.addsFolders)
      throw new FolderUnusable(folder, `${name} takes no other folder than the chat’s.`);
    if (isIn(own, folder))
      throw new FolderUnusable(folder, 'It is in the chat’s folder, so it is there already.');
    if (folders.includes(folder)) return;
    if (folders.length >= mostFolders)
      throw new FolderUnusable(folder, `A chat takes no more than ${mostFolders} folders. Remove one first.`);
    if (!(await this.#isTrusted(agent, folder)))
      throw new FolderUnusable(
        folder,
        `It has files that ${name} could run. Start a chat with ${name} there and trust them, then add it here.`,
      );
    this.#save(workspaceId, [...kept.read().folders, folder]);
  }

  /** Removes a folder, from the next message on. */
  remove(workspaceId: WorkspaceId, folder: string): void {
    const { folders } = this.#kept(workspaceId, this.#deps.workspaces.row(workspaceId).agent).read();
    this.#save(
      workspaceId,
      folders.filter((one) => one !== folder),
    );
  }

  /** Throws AgentFailure where one of a chat's folders can't be used any more, or asks for trust. */
  async check(workspaceId: WorkspaceId, agent: string): Promise<void> {
    const { dataFolder } = this.#deps.workspaces.folder(workspaceId);
    for (const folder of this.#kept(workspaceId, agent).read().folders) {
      const why = usableProblem(() => usableForChat(folder, dataFolder));
      if (why === undefined && (await this.#isTrusted(agent, folder))) continue;
      const { AgentFailure, addedFolderUnusable } = await import('./failure.ts');
      throw new AgentFailure(addedFolderUnusable(nameOf(agent), folder, why));
    }
  }

  async #isTrusted(agent: string, folder: string): Promise<boolean> {
    return (await this.#deps.programs()).isTrusted(idOf(agent), folder);
  }

  #save(workspaceId: WorkspaceId, folders: string[]): void {
    const { workspaces } = this.#deps;
    this.#kept(workspaceId, workspaces.row(workspaceId).agent).save({ folders });
    workspaces.changed(workspaceId);
  }

  #kept(workspaceId: WorkspaceId, agent: string): KeptSession {
    return new KeptSession(this.#deps, workspaceId, agent);
  }
}

/** True of a folder in another one, and of that itself. */
function isIn(outer: string, folder: string): boolean {
  const path = relative(outer, folder);
  return path !== '..' && !path.startsWith(`..${sep}`);
}

function usableProblem(use: () => unknown): string | undefined {
  try {
    use();
    return undefined;
  } catch (error) {
    if (error instanceof FolderUnusable) return error.problem;
    throw error;
  }
}
