import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { foldText, foundIn } from '../../../shared/find/fold-text.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FoundMessages, MessagePosition } from '../../../shared/transcript/message-page.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { isComposing } from '../../ui/composing.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';

/** Focuses the field whenever the search is opened, and in the end what had the focus before. */
function useFindFocus(scroller: RefObject<HTMLElement | null>): {
  field: RefObject<HTMLInputElement | null>;
  close(): void;
} {
  const { view } = useParley();
  const times = useView(({ finding }) => finding?.times);
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);

  useEffect(() => {
    if (times === undefined) return;
    const { activeElement } = document;
    if (activeElement !== field.current) before.current = activeElement;
    field.current?.focus();
    field.current?.select();
  }, [times]);

  function close(): void {
    view.setState({ finding: null, found: null });
    const back = before.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus();
    else scroller.current?.focus({ preventScroll: true });
  }

  return { field, close };
}

type FindBarProps = {
  workspaceId: WorkspaceId;
  /** The initial text. */
  text: string;
  scroller: RefObject<HTMLElement | null>;
  /** The newest message of the chat. */
  newest: number;
};

/** Finds text in the whole chat, also where it is not loaded. */
export function FindBar({ workspaceId, text, scroller, newest }: FindBarProps) {
  const [query, setQuery] = useState(text);
  const { found, index, problem, step } = useFound(workspaceId, query, newest);
  const { field, close } = useFindFocus(scroller);
  useMarks(scroller, query);

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  const disabled = found === null || found.places.length === 0;
  return (
    <div className="gutters shrink-0 overflow-y-hidden">
      <div role="search" aria-label="Find in this chat" className="column flex items-center gap-1 pt-1 pb-2">
        <div className="relative min-w-0 flex-1">
          <TextInput
            ref={field}
            aria-label="Find in this chat"
            placeholder="Find in this chat"
            className="pe-24"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <p
            role="status"
            className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-small text-secondary tabular-nums"
          >
            {problem ?? countText(found, index)}
          </p>
        </div>
        <IconButton
          label="Older match"
          icon={<ChevronUp aria-hidden />}
          onClick={() => step(1)}
          {...{ disabled, onKeyDown }}
        />
        <IconButton
          label="Newer match"
          icon={<ChevronDown aria-hidden />}
          onClick={() => step(-1)}
          {...{ disabled, onKeyDown }}
        />
        <IconButton label="Close search" icon={<X aria-hidden />} onClick={close} onKeyDown={onKeyDown} />
      </div>
    </div>
  );
}

function countText(found: FoundMessages | null, index: number): string {
  if (found === null) return '';
  const { places, hasMore } = found;
  if (places.length === 0) return 'Nothing found';
  return `${index + 1} of ${places.length.toLocaleString('en')}${hasMore ? '+' : ''}`;
}

/** In milliseconds. */
const typingPause = 120;

type Found = FoundMessages & { query: string };

type Finding = {
  /** Newest first; null while nothing is searched for. */
  found: FoundMessages | null;
  /** The index of the shown match; -1 for none. */
  index: number;
  problem: string | null;
  /** Goes to an older or newer match, wrapping around. */
  step(by: 1 | -1): void;
};

/** Searches a chat, shows the newest match, and searches again when `newest` changes. */
function useFound(id: WorkspaceId, query: string, newest: number): Finding {
  const { companion, view, goToMessage } = useParley();
  const here = useView((state) => state.found);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function show(place: MessagePosition | undefined): void {
    view.setState({ found: place ?? null });
    if (place !== undefined) void goToMessage(id, place);
  }

  const arrived = useEffectEvent((now: Found) => {
    const isSame = found === null || found.query === now.query;
    setFound(now);
    setProblem(null);
    if (!isSame || indexOf(now.places, here) < 0) show(now.places[0]);
  });

  useEffect(() => {
    if (query.trim() === '' || newest === 0) return;
    const over = new AbortController();
    const look = () =>
      companion.client.workspace.findMessages({ workspaceId: id, text: query }, { signal: over.signal }).then(
        (places) => {
          if (!over.signal.aborted) arrived({ ...places, query });
        },
        (error: unknown) => {
          if (!over.signal.aborted) setProblem(failureText(error));
        },
      );
    const timer = setTimeout(() => void look(), typingPause);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [companion, id, query, newest]);

  const shown = query.trim() === '' ? null : found;
  const index = indexOf(shown?.places ?? [], here);
  return {
    found: shown,
    index,
    problem,
    step(by) {
      const places = shown?.places ?? [];
      show(places[(index + by + places.length) % Math.max(1, places.length)]);
    },
  };
}

function indexOf(places: readonly MessagePosition[], here: MessagePosition | null): number {
  return here === null
    ? -1
    : places.findIndex(({ messageId, part }) => messageId === here.messageId && part === here.part);
}

/** Inline elements; all others end a word. */
const inline = new Set(['A', 'B', 'CODE', 'DEL', 'EM', 'I', 'SPAN', 'STRONG']);

/** Returns the ranges in an element that match a folded text. */
function rangesIn(element: Element, folded: string): Range[] {
  const pieces: { node: Text; from: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, from: text.length });
      text += node.data;
    } else if (!inline.has(node.nodeName)) text += ' ';
  }
  return foundIn(text, folded).flatMap(([start, end]) => {
    const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end - 1)];
    if (first === undefined || last === undefined) return [];
    const range = document.createRange();
    range.setStart(first.node, Math.min(first.node.length, start - first.from));
    range.setEnd(last.node, Math.min(last.node.length, end - last.from));
    return [range];
  });
}

function pieceAt(pieces: readonly { node: Text; from: number }[], at: number) {
  return pieces.findLast(({ from }) => from <= at);
}

/** For how many frames the shown match may still be scrolled into view. */
const patience = 40;

/** For how many frames in a row it must stay in place. */
const stillness = 4;

/**
 * Marks a folded text wherever the conversation shows it, strongest in the found row, also in rows that come
 * later. Uses CSS highlights, so that nothing moves. Returns a function that removes them.
 */
function markFound(scroller: HTMLElement, folded: string): () => void {
  let frame = 0;
  const mark = () => {
    frame = 0;
    const rows = [...scroller.querySelectorAll('[data-row]')];
    const isFound = (row: Element) => row.hasAttribute('data-found');
    setMarks(
      'found',
      rows.filter((row) => !isFound(row)).flatMap((row) => rangesIn(row, folded)),
    );
    setMarks(
      'found-here',
      rows.filter(isFound).flatMap((row) => rangesIn(row, folded)),
    );
  };
  const changes = new MutationObserver(() => {
    if (frame === 0) frame = requestAnimationFrame(mark);
  });
  const attributeFilter = ['data-found'];
  changes.observe(scroller, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter,
  });
  mark();
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    for (const name of ['found', 'found-here']) CSS.highlights?.delete(name);
  };
}

/** Scrolls to the text itself, where its row is longer than the screen. Returns a function that stops that. */
function revealFound(scroller: HTMLElement, folded: string): () => void {
  const over = new AbortController();
  let [frames, still] = [0, 0];
  const look = () => {
    frames += 1;
    if (over.signal.aborted || frames > patience || still >= stillness) return;
    const row = scroller.querySelector('[data-found]');
    const place = row && rangesIn(row, folded)[0]?.getBoundingClientRect();
    if (place) still = bringIntoView(scroller, place) ? 0 : still + 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  for (const sign of ['wheel', 'touchmove', 'pointerdown']) {
    scroller.addEventListener(sign, () => over.abort(), { signal: over.signal, passive: true });
  }
  return () => over.abort();
}

/** Returns true if it had to scroll. */
function bringIntoView(scroller: HTMLElement, { top, bottom }: DOMRect): boolean {
  const view = scroller.getBoundingClientRect();
  if (top >= view.top + 8 && bottom <= view.bottom - 8) return false;
  scroller.scrollBy({ top: top - view.top - view.height / 3 });
  return true;
}

function setMarks(name: string, ranges: readonly Range[]): void {
  CSS.highlights?.set(name, new Highlight(...ranges));
}

/** Marks the query in the conversation and scrolls to the shown match. */
function useMarks(scroller: RefObject<HTMLElement | null>, query: string): void {
  const folded = foldText(query).trim();
  const found = useView((view) => view.found);
  useEffect(
    () => (scroller.current === null || folded === '' ? undefined : markFound(scroller.current, folded)),
    [scroller, folded],
  );
  useEffect(
    () =>
      scroller.current === null || folded === '' || found === null
        ? undefined
        : revealFound(scroller.current, folded),
    [scroller, folded, found],
  );
}
