import type { Page } from 'playwright';
import { z } from 'zod';
import type { Pages } from './pages.ts';

/** What a page's main thread does, and what it waits for. */
export const workKinds = [
  'compiling scripts',
  'running scripts',
  'styles and layout',
  'painting',
  'collecting garbage',
  'other tasks',
  'waiting',
] as const;

/** Milliseconds of each kind within a stretch of time; together they are that stretch. */
export type FrameProfile = Record<(typeof workKinds)[number], number>;

/** The part of Chromium's trace format that is read; times are microseconds. */
const traceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
});

const traceFile = z.object({ traceEvents: z.array(traceEvent) });

type TraceEvent = z.infer<typeof traceEvent>;

/** Between these two marks in the page's time lies what is profiled, in milliseconds since it began to load. */
export type Stretch = { from: number; to: number };

const categories = [
  'devtools.timeline',
  'blink.user_timing',
  'v8',
  'disabled-by-default-v8.compile',
  'toplevel',
];

const traced = 'bench traced';

/** Returns what the main thread of a page did in a stretch of time, which `work` does and returns. */
export async function profileOf(
  { browser }: Pages,
  page: Page,
  work: () => Promise<Stretch>,
): Promise<FrameProfile> {
  await browser.startTracing(page, { categories });
  const { from, to } = await work();
  const markedAt = await page.evaluate((name) => performance.mark(name).startTime, traced);
  const { traceEvents } = traceFile.parse(JSON.parse((await browser.stopTracing()).toString('utf8')));
  const mark = traceEvents.find(({ name, ph }) => name === traced && ph !== 'E');
  if (mark === undefined) throw new Error('The trace has no mark of the page.');
  const origin = mark.ts / 1_000 - markedAt;
  return profileIn(
    traceEvents.filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid),
    {
      from: origin + from,
      to: origin + to,
    },
  );
}

type Kind = (typeof workKinds)[number];

/** Which kind of work an event of the trace is; one that is none of them belongs to the event that it lies in. */
function kindOf(name: string): Kind | undefined {
  if (/^v8\.compile|^V8\.Compile|^v8\.parse|^V8\.Parse|^v8\.produceCache/.test(name))
    return 'compiling scripts';
  if (/^(MinorGC|MajorGC|BlinkGC|V8\.GC)/.test(name)) return 'collecting garbage';
  if (styles.has(name)) return 'styles and layout';
  if (paints.has(name)) return 'painting';
  if (scripts.has(name)) return 'running scripts';
  return undefined;
}

const styles = new Set(['UpdateLayoutTree', 'Layout', 'ParseAuthorStyleSheet', 'HitTest', 'Layerize']);
const paints = new Set(['PrePaint', 'Paint', 'Commit', 'UpdateLayer', 'CompositeLayers', 'Decode Image']);
const scripts = new Set([
  'EvaluateScript',
  'v8.evaluateModule',
  'FunctionCall',
  'v8.callFunction',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'TimerFire',
  'RunMicrotasks',
  'BlinkScheduler_PerformMicrotaskCheckpoint',
]);

/** The time of each kind within a stretch of one thread's events, in milliseconds of the trace. */
export function profileIn(events: readonly TraceEvent[], { from, to }: Stretch): FrameProfile {
  const profile: FrameProfile = {
    'compiling scripts': 0,
    'running scripts': 0,
    'styles and layout': 0,
    painting: 0,
    'collecting garbage': 0,
    'other tasks': 0,
    waiting: to - from,
  };
  const within = (start: number, end: number) => Math.max(0, Math.min(end, to) - Math.max(start, from));
  const open: { end: number; kind: Kind }[] = [];
  const tasks = events
    .filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  for (const { name, ts, dur = 0 } of tasks) {
    const [start, end] = [ts / 1_000, (ts + dur) / 1_000];
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= start) open.pop();
    const around = open.at(-1);
    const kind = kindOf(name) ?? around?.kind ?? 'other tasks';
    // What an inner event takes is no longer that of the one around it.
    const time = within(start, Math.min(end, around?.end ?? end));
    profile[around?.kind ?? 'waiting'] -= time;
    profile[kind] += time;
    open.push({ end, kind });
  }
  return profile;
}
