import { Code, Maximize2, Workflow } from 'lucide-react';
import { type CSSProperties, type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { IconButton } from '../icon-button.tsx';
import { MarkdownContext, type MarkdownWindow } from '../markdown/markdown-context.ts';
import { type DiagramFrame, type Drawn, openDiagramFrame, type Size } from './diagram-frame.ts';
import { useDiagramLook } from './diagram-look.ts';

type DiagramProps = {
  text: string;
  /** The version before it, whose new parts are marked. */
  before?: string | undefined;
  /** True where somebody decides on it: the source stands open below then. */
  decided: boolean;
  /** The source as a block of code. */
  children: ReactNode;
};

const problems: Record<Extract<Drawn, { status: 'failed' }>['why'], string> = {
  'not-understood': 'This diagram can’t be drawn. There is a mistake in its text, or it has too many parts.',
  'too-long': 'This diagram is too long to be drawn.',
  'too-slow': 'This diagram takes too long to draw.',
  'not-loaded': 'Diagrams could not be loaded. Reload the window to try again.',
};

/** A picture of a text in Mermaid's language; its source until it is drawn, and where it can't be. */
export function Diagram({ text, before, decided, children }: DiagramProps) {
  const host = use(MarkdownContext);
  const place = useRef<HTMLDivElement>(null);
  const drawn = useDrawing({ place, text, before, host });
  const [open, setOpen] = useState(false);
  const [large, setLarge] = useState(false);
  const size = drawn?.status === 'failed' ? undefined : (host?.diagrams.sizes.get(text) ?? undefined);
  if (host === null) return children;
  return (
    <figure className="diagram" aria-label="Diagram" data-drawn={size === undefined ? undefined : ''}>
      <div ref={place} className="diagram-place" style={size && placeOf(size)} />
      {size === undefined ? null : (
        <figcaption className="diagram-foot">
          <Workflow aria-hidden />
          Diagram
          <span className="ms-auto flex">
            {decided ? null : (
              <IconButton
                label={open ? 'Hide source' : 'Show source'}
                aria-expanded={open}
                icon={<Code aria-hidden />}
                onClick={() => setOpen(!open)}
              />
            )}
            <IconButton label="Open larger" icon={<Maximize2 aria-hidden />} onClick={() => setLarge(true)} />
          </span>
        </figcaption>
      )}
      {size === undefined || decided || open ? children : <pre className="sr-only">{text}</pre>}
      {drawn?.status === 'failed' ? <p className="diagram-problem">{problems[drawn.why]}</p> : null}
      {large && size !== undefined ? (
        <LargeDiagram {...{ text, before, host, size }} onClose={() => setLarge(false)} />
      ) : null}
    </figure>
  );
}

type LargeDiagramProps = {
  text: string;
  before: string | undefined;
  host: MarkdownWindow;
  size: Size;
  onClose(): void;
};

function LargeDiagram({ size, onClose, ...drawing }: LargeDiagramProps) {
  const place = useRef<HTMLDivElement>(null);
  useDrawing({ place, ...drawing });
  return (
    <Dialog title="Diagram" size="fitting" onClose={onClose}>
      <div className="diagram-large" tabIndex={0} role="group" aria-label="Diagram">
        <div ref={place} style={size} />
      </div>
    </Dialog>
  );
}

/** As wide as it was drawn where there is room, and never cut off. */
function placeOf({ width, height }: Size): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, maxWidth: width };
}

type Drawing = {
  place: RefObject<HTMLElement | null>;
  text: string;
  before: string | undefined;
  host: MarkdownWindow | null;
};

/** Draws in a place once it is near the screen, and anew as the look changes. */
function useDrawing({ place, text, before = '', host }: Drawing): Drawn | null {
  const look = useDiagramLook();
  const isNear = useIsNear(place);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const frame = useRef<DiagramFrame>(null);
  useEffect(() => () => close(frame), []);
  useEffect(() => {
    if (look === null || host === null || place.current === null || !isNear) return;
    const { current: element } = place;
    let isOver = false;
    const draw = async () => {
      if (isOver) return;
      frame.current ??= openDiagramFrame(element);
      const result = await frame.current.draw({ text, before: before || null, look });
      if (isOver) return;
      if (result.status === 'drawn') keepSize(host.diagrams.sizes, text, result);
      else close(frame);
      setDrawn(result);
    };
    inTurn(host.diagrams, draw);
    return () => {
      isOver = true;
    };
  }, [look, isNear, text, before, host, place]);
  return drawn;
}

function close(frame: RefObject<DiagramFrame | null>): void {
  frame.current?.end();
  frame.current = null;
}

/** Draws once the one before is drawn: their time counts, and frames may share a process. */
function inTurn(diagrams: MarkdownWindow['diagrams'], draw: () => Promise<void>): void {
  diagrams.last = diagrams.last.then(draw, draw);
}

const keptSizes = 100;

function keepSize(sizes: Map<string, Size>, text: string, { width, height }: Size): void {
  sizes.delete(text);
  sizes.set(text, { width, height });
  const [oldest] = sizes.keys();
  if (sizes.size > keptSizes && oldest !== undefined) sizes.delete(oldest);
}

/** How far from the screen a diagram is drawn already. */
const margin = '400px';

/** True from the time on at which an element came near the screen. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, element]);
  return isNear;
}
