import type { ChatItem } from '../../companion.ts';
import { splitText, textLength } from './text-items.ts';
import { createFrameQueue, type FrameQueue } from './frame-queue.ts';

/** Characters of an answer that a slow machine can handle in one frame. */
const charactersPerFrame = 5_000;

/** Text grows by thirty frames a second: as smooth to the eye as by sixty, and half the work. */
const restMs = 30;

/** Longest wait for a frame, in milliseconds: a window that is covered may have none. */
const patience = 200;

/** Creates the queue that delivers a chat's items to the window at the pace of its frames. */
export function createChatQueue(deliver: (items: ChatItem[]) => void): FrameQueue<ChatItem> {
  return createFrameQueue<ChatItem>({
    deliver,
    weigh: textLength,
    split: splitText,
    frameWeight: charactersPerFrame,
    restMs,
    nextFrame,
  });
}

function nextFrame(run: (now: number) => void): void {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run(performance.now());
  }, patience);
  const frame = requestAnimationFrame((now) => {
    clearTimeout(timer);
    run(now);
  });
}
