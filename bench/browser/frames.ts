import type { Page } from 'playwright';
import type { Figure } from '../bench-case.ts';

/** Frames of a page while something moved; times are milliseconds. */
export type Frames = {
  worst: number;
  /** Number of those over 50 ms. */
  late: number;
  /** Number of those too late for a screen of 60 a second. */
  dropped: number;
  /** The longest run of frames in which nothing of the log's content could be seen. */
  blank: number;
};

/** Goals of the frames while something goes on: none over 50 ms, and nothing blank for more than one. */
export const frameFigures = (during: string): readonly Figure[] => [
  { type: 'value', title: `frames over 50 ms in ${during}`, of: 'late', unit: '', goal: { atMost: 0 } },
  { type: 'value', title: 'worst frame', of: 'worst', unit: 'ms', goal: { atMost: 50 } },
  {
    type: 'value',
    title: 'most frames in a row with nothing to see',
    of: 'blank',
    unit: '',
    goal: { atMost: 1 },
  },
];

/** Looks at every frame of a page until `move` is done. `content` selects what the log is made of. */
export async function framesDuring(
  page: Page,
  content: string,
  move: () => Promise<unknown>,
): Promise<Frames> {
  const watching = await page.evaluateHandle(watchFrames, content);
  await move();
  return watching.evaluate((watched) => watched.stop());
}

/** Runs in the page. */
function watchFrames(content: string): { stop(): Frames } {
  const frames: Frames = { worst: 0, late: 0, dropped: 0, blank: 0 };
  let last = performance.now();
  let blankNow = 0;
  let over = false;

  function isBlank(): boolean {
    const { left, width, top, height } =
      document.querySelector('[role=log]')?.getBoundingClientRect() ?? new DOMRect();
    return [0.2, 0.5, 0.8].every(
      (part) => !document.elementFromPoint(left + width / 2, top + height * part)?.closest(content),
    );
  }

  function look(now: number): void {
    frames.worst = Math.max(frames.worst, now - last);
    if (now - last > 50) frames.late += 1;
    frames.dropped += Math.max(0, Math.round(((now - last) * 60) / 1_000) - 1);
    last = now;
    blankNow = isBlank() ? blankNow + 1 : 0;
    frames.blank = Math.max(frames.blank, blankNow);
    if (!over) requestAnimationFrame(look);
  }

  requestAnimationFrame(look);
  return {
    stop() {
      over = true;
      return frames;
    },
  };
}
