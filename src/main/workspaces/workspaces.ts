import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AppEvent, Removal } from '../../shared/contract/app-state.ts';
import type { DialectId } from '../../shared/dialects/registry.ts';
import { type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import type { Approvals } from '../../shared/previews/decision.ts';
import type { Problem, TurnState } from '../../shared/workspace/turn-state.ts';
import { inboxName, linkedWorkspace } from '../../shared/workspace/workspace-link.ts';
import type { Mode, Thinking, Workspace } from '../../shared/workspace/workspace.ts';
import { type DataFolder, inboxFolder } from '../folder/data-folder.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { identityOf } from '../folder/folder-handle.ts';
import type { GitIgnores } from '../folder/ignore-rules.ts';
import { makeFolder, usableForChat } from '../folder/usable-folder.ts';
import type { WorkspaceRow, WorkspaceStore } from '../storage/workspace-store.ts';
import { firstWords, untitled } from './chat-names.ts';

type WorkspacesDeps = {
  store: WorkspaceStore;
  /** The agent of a new chat, `guide` or `<provider>/<model>`, and the dialect that it is fixed to; null for automatic. */
  forNewChat: () => { agent: string; dialect: DialectId | null };
  dataFolder: DataFolder;
  ignores: GitIgnores;
  /** What windows see of a chat that its row does not have. */
  shown: {
    agent: (agent: string, id: WorkspaceId) => Workspace['agent'];
    commands: (id: WorkspaceId) => Workspace['commands'];
    usage: (id: WorkspaceId) => Workspace['usage'];
  };
  /** Called once a chat on a folder is stored, before windows see it. */
  onCreated: (id: WorkspaceId, folder: string) => void;
  emit: (event: AppEvent) => void;
  /** True when a window has the chat open. */
  isOpen: (id: WorkspaceId) => boolean;
  now: () => number;
};

/** All workspaces: each change is stored first and then emitted to every window. */
export class Workspaces {
  readonly #deps: WorkspacesDeps;
  readonly #unstoredTurns = new Map<WorkspaceId, TurnState>();

  constructor(deps: WorkspacesDeps) {
    this.#deps = deps;
  }

  list(): Workspace[] {
    return this.rows()
      .filter((row) => row.removed_at === null)
      .map((row) => this.#toWorkspace(row));
  }

  /** The workspaces that were taken off the list and can still be brought back. */
  removals(): Removal[] {
    return this.rows()
      .filter((row) => row.removed_at !== null)
      .map(({ id, name }) => ({ workspaceId: id, name }));
  }

  rows(): WorkspaceRow[] {
    return this.#deps.store.list();
  }

  has(id: WorkspaceId): boolean {
    return this.#deps.store.get(id) !== undefined;
  }

  /** Throws when there is no such workspace; ids from outside are checked with `has` first. */
  row(id: WorkspaceId): WorkspaceRow {
    const row = this.#deps.store.get(id);
    if (row === undefined) throw new Error(`There is no workspace "${id}".`);
    return row;
  }

  /**
   * Returns the folder of a chat with the identity that it had when it was opened; a chat of an older Parley gets one
   * now. That of the Inbox has none, for Parley makes it again where it is missing.
   */
  folder(id: WorkspaceId): ChatFolder {
    const { dataFolder, ignores } = this.#deps;
    const { folder: path, folder_identity: known } = this.row(id);
    if (known !== null || id === inboxName) return { path, identity: known, dataFolder, ignores };
    const identity = identityOf(path) ?? null;
    if (identity !== null) this.#deps.store.setFolderIdentity(id, identity);
    return { path, identity, dataFolder, ignores };
  }

  /** Binds the chats about a path to the folder that is there now, which a person has opened. */
  #learn(path: string): string | null {
    const identity = identityOf(path) ?? null;
    if (identity !== null) this.#deps.store.setIdentityOfFolder(path, identity);
    return identity;
  }

  /** Begins a chat about a folder, with the agent of new chats unless another is named. Throws FolderUnusable. */
  create(named: string, agent?: string): Workspace {
    const { store, forNewChat, onCreated, now } = this.#deps;
    const folder = usableForChat(named, this.#deps.dataFolder);
    const folderIdentity = this.#learn(folder);
    const id = workspaceIdSchema.parse(randomUUID());
    store.add({
      id,
      name: untitled,
      named: false,
      folder,
      folderIdentity,
      mode: 'plan',
      ...forNewChat(),
      ...(agent !== undefined && { agent }),
      at: now(),
    });
    onCreated(id, folder);
    return this.changed(id);
  }

  /**
   * Begins a chat about a folder with the agent and the settings of another; `more` stores what it begins with, in the same
   * transaction. `name` is null for one that its first words are to name. Throws FolderUnusable.
   */
  createLike(
    other: WorkspaceId,
    { id, folder: wanted, name }: { id: WorkspaceId; folder: string; name: string | null },
    more: () => void,
  ): Workspace {
    const { store, dataFolder, now } = this.#deps;
    const folder = usableForChat(wanted, dataFolder);
    const folderIdentity = this.#learn(folder);
    const named = name !== null;
    store.addLike(other, { id, name: name ?? untitled, named, folder, folderIdentity, at: now() }, more);
    return this.changed(id);
  }

  /** The workspace of questions that belong to no other; made when it is first needed. Throws what making its folder throws. */
  inbox(): WorkspaceId {
    const { store, forNewChat, dataFolder, now } = this.#deps;
    const id = workspaceIdSchema.parse(inboxName);
    const row = store.get(id);
    if (row === undefined) {
      const inbox = {
        id,
        name: 'Inbox',
        folder: makeFolder(join(dataFolder.path, inboxFolder)),
        mode: 'plan' as const,
      };
      store.add({ ...inbox, ...forNewChat(), at: now() });
    } else {
      if (row.archived) store.setArchived(id, false);
      if (row.removed_at !== null) store.setRemovedAt(id, null);
    }
    this.changed(id);
    return id;
  }

  /** Shows the chat about a folder that was used last, or begins one. Throws FolderUnusable. */
  open(named: string): Workspace {
    const folder = usableForChat(named, this.#deps.dataFolder);
    this.#learn(folder);
    const known = this.list()
      .filter((workspace) => workspace.folder === folder && !workspace.archived)
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
    const workspace = known[0] ?? this.create(folder);
    this.#deps.emit({ type: 'open-workspace', workspaceId: workspace.id });
    return workspace;
  }

  /** Shows the workspace of a link; returns what is in the way, in plain words. */
  openLink(link: string): string | undefined {
    const id = linkedWorkspace(link);
    const known = this.list().find((workspace) => workspace.id === id);
    if (known === undefined) return `${link.slice(0, 200)} does not lead to a chat here.`;
    this.#deps.emit({ type: 'open-workspace', workspaceId: known.id });
    return undefined;
  }

  setMode(id: WorkspaceId, mode: Mode): void {
    this.#choose(id, 'mode', mode, this.#deps.store.setMode);
  }

  /** Switches the chat to another agent, which gets all of it with its next request. */
  setAgent(id: WorkspaceId, agent: string): void {
    this.#choose(id, 'agent', agent, this.#deps.store.setAgent);
  }

  /** Switches the chats of an agent in which nothing was said to another; returns them. */
  replaceUnusedAgent(before: string, agent: string): WorkspaceId[] {
    const { store } = this.#deps;
    const ids = before === agent ? [] : store.replaceUnusedAgent(before, agent);
    for (const id of ids) this.changed(id);
    return ids;
  }

  /** Sets how much the chat's model thinks from its next request on. */
  setThinking(id: WorkspaceId, thinking: Thinking): void {
    this.#choose(id, 'thinking', thinking, this.#deps.store.setThinking);
  }

  /** Fixes the dialect of a chat's agent from its next request on; null for automatic. */
  setDialect(id: WorkspaceId, dialect: DialectId | null): void {
    this.#choose(id, 'dialect', dialect, this.#deps.store.setDialect);
  }

  /** Sets who approves the chat's previews from the next one on. */
  setApprovals(id: WorkspaceId, approvals: Approvals): void {
    this.#choose(id, 'approvals', approvals, this.#deps.store.setApprovals);
  }

  #choose<Key extends keyof WorkspaceRow>(
    id: WorkspaceId,
    key: Key,
    value: WorkspaceRow[Key],
    store: (id: WorkspaceId, value: WorkspaceRow[Key]) => void,
  ): void {
    if (this.row(id)[key] === value) return;
    store(id, value);
    this.changed(id);
  }

  rename(id: WorkspaceId, name: string): void {
    this.#deps.store.rename(id, name, true);
    this.changed(id);
  }

  /**
   * True once a chat, and only where the person began it and its first words still name it: its model may be asked for
   * a title.
   */
  takeTitleDue(id: WorkspaceId): boolean {
    return this.#deps.store.takeTitleDue(id);
  }

  /** Gives a chat a title in place of its first words, unless it has another name than `before` by now. */
  entitle(id: WorkspaceId, before: string, title: string): void {
    if (this.#deps.store.replaceFirstWords(id, before, title)) this.changed(id);
  }

  setArchived(id: WorkspaceId, archived: boolean): void {
    this.#deps.store.setArchived(id, archived);
    this.changed(id);
  }

  setPinned(id: WorkspaceId, pinned: boolean): void {
    this.#choose(id, 'pinned', pinned, this.#deps.store.setPinned);
  }

  /** Names the chats of an older Parley, which were called after their folders. */
  recover(): void {
    for (const row of this.rows()) this.#nameByFirstWords(row);
  }

  /** Removes a workspace from the list; `restore` brings it back, `drop` deletes it. */
  takeOff(id: WorkspaceId): void {
    const { name, removed_at } = this.row(id);
    if (removed_at !== null) return;
    this.#deps.store.setRemovedAt(id, this.#deps.now());
    this.#deps.emit({ type: 'workspace-removed', removal: { workspaceId: id, name } });
  }

  restore(id: WorkspaceId): void {
    this.#deps.store.setRemovedAt(id, null);
    this.changed(id);
  }

  /** Deletes a workspace that was taken off the list. */
  drop(id: WorkspaceId): void {
    try {
      this.#deps.store.drop(id);
    } finally {
      this.#deps.emit({ type: 'removal-ended', workspaceId: id });
    }
  }

  /** Marks a workspace in which something happened while no window had it open. */
  noteUnseen(id: WorkspaceId): void {
    if (!this.#deps.isOpen(id) && !this.row(id).unread) this.#deps.store.setUnread(id, true);
  }

  noteSeen(id: WorkspaceId): void {
    if (!this.row(id).unread) return;
    this.#deps.store.setUnread(id, false);
    this.changed(id);
  }

  /** Emits the state also where it can't be stored, since it is true all the same. */
  setTurn(id: WorkspaceId, to: TurnState): void {
    const now = this.#deps.now();
    const turn = to.status === 'working' ? { since: this.#workingSince(id) ?? now, ...to } : to;
    try {
      this.#deps.store.setTurn(id, turn, now);
      if (turn.status === 'idle' || turn.status === 'failed') this.noteUnseen(id);
      this.#unstoredTurns.delete(id);
    } catch (error) {
      this.#unstoredTurns.set(id, turn);
      throw error;
    } finally {
      this.changed(id);
    }
  }

  /** The begin of the turn that works now. */
  #workingSince(id: WorkspaceId): number | undefined {
    const turn = this.#unstoredTurns.get(id) ?? this.#deps.store.get(id)?.turn;
    return turn?.status === 'working' ? turn.since : undefined;
  }

  /** Says something else about the problem of a failed turn; no news, so the chat stays where it is in the list. */
  changeProblem(id: WorkspaceId, problem: Problem): void {
    const { updated_at: at } = this.row(id);
    this.#deps.store.setTurn(id, { status: 'failed', problem }, at);
    this.changed(id);
  }

  /** Returns the name of a chat's agent, for people. */
  agentName({ agent, id }: Pick<WorkspaceRow, 'agent' | 'id'>): string {
    return this.#deps.shown.agent(agent, id).name;
  }

  /** Emits the present state of a workspace of the list to every window. */
  changed(id: WorkspaceId): Workspace {
    const row = this.#nameByFirstWords(this.row(id));
    const workspace = this.#toWorkspace(row);
    if (row.removed_at === null) this.#deps.emit({ type: 'workspace-changed', workspace });
    return workspace;
  }

  /** Stores the name that a chat's first words make, unless it has another. */
  #nameByFirstWords(row: WorkspaceRow): WorkspaceRow {
    if (row.named) return row;
    const name = firstWords(row.first_message ?? this.#deps.store.firstAsked(row.id) ?? '');
    if (name === row.name) return row;
    this.#deps.store.rename(row.id, name, false);
    return { ...row, name };
  }

  #toWorkspace(row: WorkspaceRow): Workspace {
    const { agent, usage, commands } = this.#deps.shown;
    return shownWorkspace(row, {
      turn: this.#unstoredTurns.get(row.id) ?? row.turn,
      agent: agent(row.agent, row.id),
      usage: usage(row.id),
      commands: commands(row.id),
    });
  }
}

function shownWorkspace(
  {
    created_at: createdAt,
    updated_at: updatedAt,
    removed_at: _,
    folder_identity: __,
    named: ___,
    context_tokens: ____,
    first_message,
    waiting_for: waitingFor,
    first_waiting: firstWaiting,
    also_waiting: alsoWaiting,
    outside_asker: outsideAsker,
    outside_asks: outsideAsks,
    ...row
  }: WorkspaceRow,
  now: Pick<Workspace, 'turn' | 'agent' | 'usage' | 'commands'>,
): Workspace {
  return {
    ...row,
    ...now,
    waitingFor,
    firstWaiting,
    alsoWaiting,
    outsideAsker,
    outsideAsks,
    firstMessage: (first_message ?? '').replace(/\s+/g, ' ').trim(),
    createdAt,
    updatedAt,
  };
}
