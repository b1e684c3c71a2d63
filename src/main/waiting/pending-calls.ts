import { type CallKey, type ToolCallId, toolCallKey, type WorkspaceId } from '../../shared/ids.ts';

export type PendingEvent<Item, End> =
  | { type: 'opened'; item: Item }
  | { type: 'settled'; item: Item; end: End };

/** Stores pending items beyond the process. Each call is on the disk when it returns, or throws and nothing happened. */
export interface PendingJournal<Item, End> {
  opened(item: Item): void;
  settled(item: Item, end: End): void;
}

/** The journal of items whose state somebody else has stored before they are opened and settled. */
export const storedElsewhere: PendingJournal<unknown, unknown> = { opened() {}, settled() {} };

type Entry<Item, End> = { item: Item; settle: (end: End) => void };

type Limit<End> = { signal?: AbortSignal | undefined; onAbort: () => End };

/**
 * The items that wait for a person, as promises keyed by workspace and tool call. An item is stored, then announced; its end
 * is stored, the item removed, and only then its promise settled, once.
 */
export class PendingCalls<Item extends CallKey, End> {
  readonly #journal: PendingJournal<Item, End>;
  readonly #workspaces = new Map<WorkspaceId, PendingItems<Entry<Item, End>>>();
  readonly #owed: { item: Item; end: End }[] = [];
  readonly #listeners = new Set<(event: PendingEvent<Item, End>) => void>();

  constructor(journal: PendingJournal<Item, End>) {
    this.#journal = journal;
  }

  /**
   * Waits for the end of an item whose key is not pending yet. The promise never rejects: an abort, before or
   * after, ends it as `onAbort` says. Throws what the journal throws, and then nothing waits.
   */
  open(item: Item, { signal, onAbort }: Limit<End>): Promise<End> {
    if (signal?.aborted) return Promise.resolve(onAbort());
    this.#payOwed(item);
    this.#journal.opened(item);
    const { workspaceId, toolCallId } = item;
    const items = this.#workspaces.get(workspaceId) ?? new PendingItems<Entry<Item, End>>();
    this.#workspaces.set(workspaceId, items);
    const { promise, resolve } = Promise.withResolvers<End>();
    const abort = () => this.#abort({ workspaceId, toolCallId }, onAbort());
    const settle = (end: End) => {
      signal?.removeEventListener('abort', abort);
      resolve(end);
    };
    items.add(toolCallId, { item, settle });
    signal?.addEventListener('abort', abort, { once: true });
    this.#announce({ type: 'opened', item });
    return promise;
  }

  /** Ends what waits under a key; false where nothing does. Throws what the journal throws, and then it waits on. */
  settle(key: CallKey, end: End): boolean {
    const entry = this.#entry(key);
    if (entry === undefined) return false;
    this.#payOwed();
    this.#journal.settled(entry.item, end);
    this.#release(entry, end);
    return true;
  }

  get(key: CallKey): Item | undefined {
    return this.#entry(key)?.item;
  }

  /** Oldest first. */
  inWorkspace(workspaceId: WorkspaceId): Item[] {
    return (
      this.#workspaces
        .get(workspaceId)
        ?.items()
        .map(({ item }) => item) ?? []
    );
  }

  /** The item that came last of those that wait. Constant time. */
  newest(workspaceId: WorkspaceId): Item | undefined {
    return this.#workspaces.get(workspaceId)?.newest?.item;
  }

  /** Calls the listener, which must not throw, with what waits as if opened now, then with every event. */
  subscribe(listener: (event: PendingEvent<Item, End>) => void): () => void {
    for (const items of this.#workspaces.values()) {
      for (const { item } of items.items()) listener({ type: 'opened', item });
    }
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** An abort can't fail: where the journal does, it is owed the end. */
  #abort(key: CallKey, end: End): void {
    const entry = this.#entry(key);
    if (entry === undefined) return;
    this.#owed.push({ item: entry.item, end });
    this.#payOwed();
    this.#release(entry, end);
  }

  /**
   * Stores the ends that the journal could not take when they came, as far as it can now. Throws what the journal
   * throws where such an end is of `next`, the key that is about to wait again: the end would settle the new item.
   */
  #payOwed(next?: CallKey): void {
    while (this.#owed[0] !== undefined) {
      const { item, end } = this.#owed[0];
      try {
        this.#journal.settled(item, end);
      } catch (error) {
        if (next !== undefined && this.#owes(next)) throw error;
        // The next call of the journal comes with another try, and the end of the turn with a last one.
        return;
      }
      this.#owed.shift();
    }
  }

  #owes(key: CallKey): boolean {
    return this.#owed.some(({ item }) => toolCallKey(item) === toolCallKey(key));
  }

  #release({ item, settle }: Entry<Item, End>, end: End): void {
    const items = this.#workspaces.get(item.workspaceId);
    items?.remove(item.toolCallId);
    if (items?.size === 0) this.#workspaces.delete(item.workspaceId);
    settle(end);
    this.#announce({ type: 'settled', item, end });
  }

  #entry({ workspaceId, toolCallId }: CallKey): Entry<Item, End> | undefined {
    return this.#workspaces.get(workspaceId)?.get(toolCallId);
  }

  #announce(event: PendingEvent<Item, End>): void {
    for (const listener of this.#listeners) listener(event);
  }
}

type Node<Item> = { item: Item; older: Node<Item> | undefined; newer: Node<Item> | undefined };

/**
 * Holds the pending items of one workspace in the order they came. Adding, finding, removing and reading the
 * newest each take constant time, however many wait.
 */
class PendingItems<Item> {
  readonly #nodes = new Map<ToolCallId, Node<Item>>();
  #newest: Node<Item> | undefined;

  get newest(): Item | undefined {
    return this.#newest?.item;
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(toolCallId: ToolCallId): Item | undefined {
    return this.#nodes.get(toolCallId)?.item;
  }

  /** Oldest first. */
  items(): Item[] {
    return Array.from(this.#nodes.values(), ({ item }) => item);
  }

  add(toolCallId: ToolCallId, item: Item): void {
    const node: Node<Item> = { item, older: this.#newest, newer: undefined };
    if (this.#newest !== undefined) this.#newest.newer = node;
    this.#newest = node;
    this.#nodes.set(toolCallId, node);
  }

  remove(toolCallId: ToolCallId): void {
    const node = this.#nodes.get(toolCallId);
    if (node === undefined) return;
    this.#nodes.delete(toolCallId);
    if (node.older !== undefined) node.older.newer = node.newer;
    if (node.newer !== undefined) node.newer.older = node.older;
    if (this.#newest === node) this.#newest = node.older;
  }
}
