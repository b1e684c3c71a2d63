/** Collects items and hands them over together, at most once a frame. */
export function frameBatch<Item>(deliver: (items: Item[]) => void): { add(item: Item): void; drop(): void } {
  let items: Item[] = [];
  let frame: number | null = null;

  function flush(): void {
    frame = null;
    const due = items;
    items = [];
    if (due.length > 0) deliver(due);
  }

  return {
    add(item) {
      items.push(item);
      frame ??= requestAnimationFrame(flush);
    },
    drop() {
      items = [];
    },
  };
}
