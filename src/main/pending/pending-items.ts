import type { ToolCallId } from '../../shared/ids.ts';

type Node<Item> = { item: Item; older: Node<Item> | undefined; newer: Node<Item> | undefined };

/**
 * Holds the pending items of one workspace in the order they came. Adding, finding, removing and reading the
 * newest each take constant time, however many wait.
 */
export class PendingItems<Item> {
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
