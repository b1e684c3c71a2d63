export type FrameBatch<Item> = {
  add(item: Item): void;
  /** Hands over what there is, ahead of its frame. */
  flush(): void;
  drop(): void;
};

/** Collects items and hands them over together, at most once a frame. */
export function frameBatch<Item>(deliver: (items: Item[]) => void): FrameBatch<Item> {
  let items: Item[] = [];
  let asked = false;

  function flush(): void {
    const due = items;
    items = [];
    if (due.length > 0) deliver(due);
  }

  return {
    add(item) {
      items.push(item);
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        flush();
      });
    },
    flush,
    drop() {
      items = [];
    },
  };
}
