import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AppEvent, Removal } from '../../shared/contract/app-state.ts';
import type { DialectId } from '../../shared/dialects/registry.ts';
import { type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import type { Approvals } from '../../shared/previews/decision.ts';
import type { TurnState } from '../../shared/workspace/turn-state.ts';
import { inboxName, linkedWorkspace } from '../../shared/workspace/workspace-link.ts';
import type { Mode, Thinking, Workspace } from '../../shared/workspace/workspace.ts';
import { type DataFolder, inboxFolder } from '../folder/data-folder.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { identityOf } from '../folder/folder-handle.ts';
import type { GitIgnores } from '../folder/ignore-rules.ts';
import { makeFolder, usableForChat } from '../folder/usable-folder.ts';
import type { WorkspaceRow, WorkspaceStore } from '../storage/workspace-store.ts';

type WorkspacesParts = {
  store: WorkspaceStore;
  /** The agent of a new workspace: `guide` or `<provider>/<model>`. */
  newAgent: () => string;
  /** The dialect that new workspaces are fixed to; null for automatic. */
  newDialect: DialectId | null;
  dataFolder: DataFolder;
  ignores: GitIgnores;
  describeAgent: (agent: string, id: WorkspaceId) => Workspace['agent'];
  usageOf: (id: WorkspaceId) => Workspace['usage'];
  commandsOf: (id: WorkspaceId) => Workspace['commands'];
  emit: (event: AppEvent) => void;
  /** True when a window has the chat open. */
  isOpen: (id: WorkspaceId) => boolean;
  now: () => number;
};

/** All workspaces: each change is stored first and then emitted to every window. */
export class Workspaces {
  readonly #parts: WorkspacesParts;
  readonly #unstoredTurns = new Map<WorkspaceId, TurnState>();

  constructor(parts: WorkspacesParts) {
    this.#parts = parts;
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
    return this.#parts.store.list();
  }

  has(id: WorkspaceId): boolean {
    return this.#parts.store.get(id) !== undefined;
  }

  /** Throws when there is no such workspace; ids from outside are checked with `has` first. */
  row(id: WorkspaceId): WorkspaceRow {
    const row = this.#parts.store.get(id);
    if (row === undefined) throw new Error(`There is no workspace "${id}".`);
    return row;
  }

  /**
   * The folder of a chat, as it was when it was opened; one of an older Parley's is known from now on. The
   * Inbox has a folder that Parley makes again where it is missing.
   */
  folder(id: WorkspaceId): ChatFolder {
    const { dataFolder, ignores } = this.#parts;
    const { folder: path, folder_identity: known } = this.row(id);
    if (known !== null || id === inboxName) return { path, identity: known, dataFolder, ignores };
    const identity = identityOf(path) ?? null;
    if (identity !== null) this.#parts.store.setFolderIdentity(id, identity);
    return { path, identity, dataFolder, ignores };
  }

  /** Binds the chats about a path to the folder that is there now, which a person has opened. */
  #learn(path: string): string | null {
    const identity = identityOf(path) ?? null;
    if (identity !== null) this.#parts.store.setIdentityOfFolder(path, identity);
    return identity;
  }

  /** Begins a chat about a folder. Throws FolderUnusable. */
  create(named: string): Workspace {
    const { store, newAgent, newDialect: dialect, now } = this.#parts;
    const folder = usableForChat(named, this.#parts.dataFolder);
    const folderIdentity = this.#learn(folder);
    const id = workspaceIdSchema.parse(randomUUID());
    const agent = newAgent();
    store.add({
      id,
      name: untitled,
      named: false,
      folder,
      folderIdentity,
      mode: 'plan',
      agent,
      dialect,
      at: now(),
    });
    return this.changed(id);
  }

  /** The workspace of questions that belong to no other; made when it is first needed. Throws what making its folder throws. */
  inbox(): WorkspaceId {
    const { store, newAgent, newDialect: dialect, dataFolder, now } = this.#parts;
    const id = workspaceIdSchema.parse(inboxName);
    const row = store.get(id);
    if (row === undefined) {
      const inbox = {
        id,
        name: 'Inbox',
        folder: makeFolder(join(dataFolder.path, inboxFolder)),
        mode: 'plan' as const,
      };
      store.add({ ...inbox, agent: newAgent(), dialect, at: now() });
    } else {
      if (row.archived) store.setArchived(id, false);
      if (row.removed_at !== null) store.setRemovedAt(id, null);
    }
    this.changed(id);
    return id;
  }

  /** Shows the chat about a folder that was used last, or begins one. Throws FolderUnusable. */
  open(named: string): Workspace {
    const folder = usableForChat(named, this.#parts.dataFolder);
    this.#learn(folder);
    const known = this.list()
      .filter((workspace) => workspace.folder === folder && !workspace.archived)
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
    const workspace = known[0] ?? this.create(folder);
    this.#parts.emit({ type: 'open-workspace', workspaceId: workspace.id });
    return workspace;
  }

  /** Shows the workspace of a link; returns what is in the way, in plain words. */
  openLink(link: string): string | undefined {
    const id = linkedWorkspace(link);
    const known = this.list().find((workspace) => workspace.id === id);
    if (known === undefined) return `${link.slice(0, 200)} does not lead to a chat here.`;
    this.#parts.emit({ type: 'open-workspace', workspaceId: known.id });
    return undefined;
  }

  setMode(id: WorkspaceId, mode: Mode): void {
    this.#choose(id, 'mode', mode, this.#parts.store.setMode);
  }

  /** Switches the chat to another agent, who reads it all with its next request. */
  setAgent(id: WorkspaceId, agent: string): void {
    this.#choose(id, 'agent', agent, this.#parts.store.setAgent);
  }

  /** Sets how much the chat's model thinks from its next request on. */
  setThinking(id: WorkspaceId, thinking: Thinking): void {
    this.#choose(id, 'thinking', thinking, this.#parts.store.setThinking);
  }

  /** Fixes the dialect of a chat's agent from its next request on; null for automatic. */
  setDialect(id: WorkspaceId, dialect: DialectId | null): void {
    this.#choose(id, 'dialect', dialect, this.#parts.store.setDialect);
  }

  /** Sets who approves the chat's previews from the next one on. */
  setApprovals(id: WorkspaceId, approvals: Approvals): void {
    this.#choose(id, 'approvals', approvals, this.#parts.store.setApprovals);
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
    this.#parts.store.rename(id, name, true);
    this.changed(id);
  }

  setArchived(id: WorkspaceId, archived: boolean): void {
    this.#parts.store.setArchived(id, archived);
    this.changed(id);
  }

  setPinned(id: WorkspaceId, pinned: boolean): void {
    this.#choose(id, 'pinned', pinned, this.#parts.store.setPinned);
  }

  /** Names the chats of an older Parley, which were called after their folders. */
  recover(): void {
    for (const row of this.rows()) this.#entitled(row);
  }

  /** Removes a workspace from the list; `restore` brings it back, `drop` deletes it. */
  takeOff(id: WorkspaceId): void {
    const { name, removed_at } = this.row(id);
    if (removed_at !== null) return;
    this.#parts.store.setRemovedAt(id, this.#parts.now());
    this.#parts.emit({ type: 'workspace-removed', removal: { workspaceId: id, name } });
  }

  restore(id: WorkspaceId): void {
    this.#parts.store.setRemovedAt(id, null);
    this.changed(id);
  }

  /** Deletes a workspace that was taken off the list. */
  drop(id: WorkspaceId): void {
    try {
      this.#parts.store.drop(id);
    } finally {
      this.#parts.emit({ type: 'removal-ended', workspaceId: id });
    }
  }

  /** Marks a workspace in which something happened while no window had it open. */
  noteUnseen(id: WorkspaceId): void {
    if (!this.#parts.isOpen(id) && !this.row(id).unread) this.#parts.store.setUnread(id, true);
  }

  noteSeen(id: WorkspaceId): void {
    if (!this.row(id).unread) return;
    this.#parts.store.setUnread(id, false);
    this.changed(id);
  }

  /** Emits the state also when it can't be stored, for it is true all the same. */
  setTurn(id: WorkspaceId, turn: TurnState): void {
    try {
      this.#parts.store.setTurn(id, turn, this.#parts.now());
      if (turn.status === 'idle' || turn.status === 'failed') this.noteUnseen(id);
      this.#unstoredTurns.delete(id);
    } catch (error) {
      this.#unstoredTurns.set(id, turn);
      throw error;
    } finally {
      this.changed(id);
    }
  }

  /** Returns the name of a chat's agent, for people. */
  agentName(id: WorkspaceId): string {
    return this.#parts.describeAgent(this.row(id).agent, id).name;
  }

  /** Emits the present state of a workspace of the list to every window. */
  changed(id: WorkspaceId): Workspace {
    const row = this.#entitled(this.row(id));
    const workspace = this.#toWorkspace(row);
    if (row.removed_at === null) this.#parts.emit({ type: 'workspace-changed', workspace });
    return workspace;
  }

  /** Stores the name that a chat's first words make, unless somebody has named it. */
  #entitled(row: WorkspaceRow): WorkspaceRow {
    if (row.named) return row;
    const name = titleOf(row.first_message ?? this.#parts.store.firstAsked(row.id) ?? '');
    if (name === row.name) return row;
    this.#parts.store.rename(row.id, name, false);
    return { ...row, name };
  }

  #toWorkspace(row: WorkspaceRow): Workspace {
    const { describeAgent, usageOf, commandsOf } = this.#parts;
    return shownWorkspace(row, {
      turn: this.#unstoredTurns.get(row.id) ?? row.turn,
      agent: describeAgent(row.agent, row.id),
      usage: usageOf(row.id),
      commands: commandsOf(row.id),
    });
  }
}

/** Returns a workspace as windows list it, with what its row does not say. */
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
    outsideAsker,
    outsideAsks,
    firstMessage: (first_message ?? '').replace(/\s+/g, ' ').trim(),
    createdAt,
    updatedAt,
  };
}

/** The name of a chat in which nothing was said yet. */
export const untitled = 'New chat';

/** Longest title made from a text, in characters. */
const longestTitle = 48;

/** Marks of Markdown at the beginning of a line, of code and of strong words. */
const marks = /^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|```.*$)|`|\*\*/gmu;

/** Returns the first words of a text as the title of its chat: those of its first line with any, cut between two words. */
export function titleOf(text: string): string {
  const lines = text.replace(marks, '').split('\n');
  const line = lines.map((one) => one.replaceAll(/\s+/g, ' ').trim()).find((one) => one !== '');
  if (line === undefined) return untitled;
  if (line.length <= longestTitle) return line.replace(/(?<=[\p{L}\p{N}])[.:,;]$/u, '');
  const start = line.slice(0, longestTitle);
  const words = line[longestTitle] === ' ' ? start : start.slice(0, start.lastIndexOf(' '));
  const kept = words === '' || !start.includes(' ') ? start.replace(/[\uD800-\uDBFF]$/u, '') : words;
  return `${kept.replace(/[\s.:,;]+$/u, '')}…`;
}
