/**
 * Delivers items in order, no more at a time than a frame can take. Items with a weight, and callbacks that can
 * wait, keep the pace of `restMs`; everything else comes with the very next frame.
 */
export type FrameQueue<Item> = {
  add(item: Item): void;
  /**
   * Runs something with the next frame, or a later one if it can wait, after everything that was added before.
   */
  after(run: () => void, canWait: boolean): void;
  /** Delivers everything at once. */
  flush(): void;
};

type Weighing<Item> = {
  /** How much work an item is for a frame. */
  weigh(item: Item): number;
  /** Splits off at most `weight` of a heavier item. */
  split(item: Item, weight: number): [Item, Item];
};

type FrameQueueDeps<Item> = Weighing<Item> & {
  deliver(items: Item[]): void;
  /** The weight that one frame delivers. */
  frameWeight: number;
  /** Pause after a frame with work, in milliseconds. */
  restMs: number;
  /** `now` is the time of the frame in milliseconds. */
  nextFrame(run: (now: number) => void): void;
};

/** With more than this many frames of work waiting, each frame takes more. */
const mostFrames = 16;

type QueuedWork<Item> = { type: 'item'; item: Item } | { type: 'run'; run: () => void; canWait: boolean };

export function createFrameQueue<Item>(deps: FrameQueueDeps<Item>): FrameQueue<Item> {
  const waiting: QueuedWork<Item>[] = [];
  let asked = false;
  let busyUntil = Number.NEGATIVE_INFINITY;

  function ask(): void {
    if (asked || waiting.length === 0) return;
    asked = true;
    deps.nextFrame((now) => {
      asked = false;
      const weight = waiting.reduce((sum, each) => sum + weightOf(each), 0);
      const canRest = weight < deps.frameWeight && waiting.every(canWait);
      if (now >= busyUntil || !canRest) {
        busyUntil = now + deps.restMs;
        handOver(Math.max(deps.frameWeight, weight / mostFrames));
      }
      ask();
    });
  }

  function weightOf(each: QueuedWork<Item>): number {
    return each.type === 'item' ? deps.weigh(each.item) : 0;
  }

  function canWait(each: QueuedWork<Item>): boolean {
    return each.type === 'run' ? each.canWait : deps.weigh(each.item) > 0;
  }

  /** Items leave the queue before they are delivered, since that may lead to a flush. */
  function handOver(room: number): void {
    let left = room;
    for (let next = waiting[0]; next !== undefined && left > 0; next = waiting[0]) {
      if (next.type === 'run') {
        waiting.shift();
        next.run();
      } else {
        const taken = takeItems(waiting, left, deps);
        left = taken.left;
        deps.deliver(taken.items);
      }
    }
  }

  return {
    add(item) {
      waiting.push({ type: 'item', item });
      ask();
    },
    after(run, canWait) {
      waiting.push({ type: 'run', run, canWait });
      ask();
    },
    flush: () => handOver(Number.POSITIVE_INFINITY),
  };
}

/** Takes the items before the next callback off the queue, as far as there is room. */
function takeItems<Item>(
  waiting: QueuedWork<Item>[],
  room: number,
  { weigh, split }: Weighing<Item>,
): { items: Item[]; left: number } {
  const items: Item[] = [];
  let left = room;
  for (let next = waiting[0]; next?.type === 'item' && left > 0; next = waiting[0]) {
    const weight = weigh(next.item);
    const [item, rest] = weight > left ? split(next.item, left) : [next.item];
    if (rest === undefined) waiting.shift();
    else waiting[0] = { type: 'item', item: rest };
    items.push(item);
    left -= weight;
  }
  return { items, left };
}
