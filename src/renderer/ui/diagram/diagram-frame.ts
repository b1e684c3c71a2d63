import { type DrawReport, type DrawRequest, reportOf } from './diagram-messages.ts';
import diagramPage from './diagram.html?url';

export type Size = { width: number; height: number };

/** What came of drawing: the picture's size in pixels, or why there is none. */
export type Drawn =
  | ({ status: 'drawn' } & Size)
  | { status: 'failed'; why: 'not-understood' | 'too-long' | 'too-slow' | 'not-loaded' };

/** The longest text that is drawn, in characters. */
const longestText = 50_000;

/** How long drawing may take, in milliseconds. Nothing else ends what never would. */
const patience = 2_000;

export type DiagramFrame = {
  /** Draws a text in the frame, in the place of the one before. */
  draw(request: Pick<DrawRequest, 'text' | 'before' | 'look'>): Promise<Drawn>;
  /** Removes the frame, whatever it is at. */
  end(): void;
};

/**
 * Opens a frame without rights in a place of the page. It has an origin of its own, so that browsers give it a
 * process of its own and a diagram that never ends holds up nothing else.
 */
export function openDiagramFrame(place: HTMLElement): DiagramFrame {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'Diagram';
  frame.tabIndex = -1;
  frame.src = diagramPage;
  const over = new AbortController();
  const ready = Promise.withResolvers<boolean>();
  let settle: (report: DrawReport) => void = () => undefined;
  let count = 0;

  const onMessage = ({ source, data }: MessageEvent) => {
    const report = source === frame.contentWindow ? reportOf(data) : null;
    if (report?.type === 'ready') ready.resolve(true);
    else if (report?.number === count) settle(report);
  };
  window.addEventListener('message', onMessage, over);
  frame.addEventListener('load', () => setTimeout(() => ready.resolve(false), patience), over);
  over.signal.addEventListener('abort', () => ready.resolve(false));
  place.append(frame);

  function end(): void {
    over.abort();
    frame.remove();
  }

  function ask(request: Omit<DrawRequest, 'type' | 'number'>): Promise<Drawn> {
    const drawn = Promise.withResolvers<Drawn>();
    count += 1;
    frame.contentWindow?.postMessage({ type: 'draw', number: count, ...request } satisfies DrawRequest, '*');
    const timer = setTimeout(() => drawn.resolve({ status: 'failed', why: 'too-slow' }), patience);
    settle = (report) => {
      clearTimeout(timer);
      drawn.resolve(
        report.type === 'drawn'
          ? { status: 'drawn', width: report.width, height: report.height }
          : { status: 'failed', why: 'not-understood' },
      );
    };
    over.signal.addEventListener('abort', () => settle({ type: 'failed', number: count }));
    return drawn.promise;
  }

  return {
    end,
    async draw(request) {
      if (request.text.length > longestText) return { status: 'failed', why: 'too-long' };
      return (await ready.promise) ? ask(request) : { status: 'failed', why: 'not-loaded' };
    },
  };
}
