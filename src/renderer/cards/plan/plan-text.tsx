import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { completeMarkdown } from '../../ui/markdown/complete-markdown.ts';
import { MarkdownTokens } from '../../ui/markdown/markdown.tsx';
import { NoteField } from './note-field.tsx';
import { notedBlocks, PlanNotesContext } from './noted-block.tsx';
import { planBlocks, type ShownBlock, shownBlocks } from './plan-blocks.ts';
import type { PlanIntents } from './plan-card-kind.ts';
import { filledNotes, isNoteOpen, type PlanCardState } from './plan-card-state.ts';
import { PlanContents } from './plan-contents.tsx';
import type { PlanPart } from './plan-part.ts';

type PlanTextProps = {
  part: PlanPart;
  plan: string;
  card: PlanCardState;
  intents: PlanIntents;
  deciding: boolean;
};

/** The plan to be read, with a way to a note on each of its blocks while it is to be decided. */
export function PlanText({ part, plan, card, intents, deciding }: PlanTextProps) {
  const { id, preview } = part.action;
  const tokens = useMemo(() => completeMarkdown(plan), [plan]);
  const proposed = useMemo(
    () => planBlocks(plan === preview.plan ? tokens : completeMarkdown(preview.plan)),
    [plan, preview.plan, tokens],
  );
  const blocks = useMemo(() => shownBlocks(proposed, planBlocks(tokens)), [proposed, tokens]);
  const { current, onKeyDown, onFocus } = useNoteKeys(blocks);
  const byToken = useMemo(() => new Map(blocks.map((block) => [block.token, block])), [blocks]);
  const prefix = `plan-${id}`;
  const [first] = blocks;
  // The title stands above already.
  const isTitled = first?.token === tokens[0] && first?.depth === 1 && first.quote === preview.title;
  const untitled = isTitled && !isNoteOpen(card, first.at) ? tokens.slice(1) : tokens;
  const columns = useRef<HTMLDivElement>(null);
  const inMargin = useMargin(columns);
  return (
    <div ref={columns} className="plan-columns">
      <PlanContents {...{ blocks, plan, prefix }} open={inMargin} title={preview.title} />
      <PlanNotesContext
        value={{ prefix, byToken, card, intents: deciding ? intents : null, current, inMargin }}
      >
        <div
          role="presentation"
          className="prose plan-prose"
          dir="auto"
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          <MarkdownTokens tokens={untitled} own={notedBlocks} visible />
        </div>
      </PlanNotesContext>
      {deciding ? <OrphanNotes {...{ card, intents, blocks }} /> : null}
    </div>
  );
}

/** Room in the pane for a margin beside the text, in pixels. */
const leastWidth = 600;

/** True while the plan has a margin for its notes. */
function useMargin(columns: RefObject<HTMLElement | null>): boolean {
  const [hasMargin, setHasMargin] = useState(false);
  useLayoutEffect(() => {
    const pane = columns.current?.closest('[data-pane]');
    if (!pane) return;
    const observer = new ResizeObserver(([entry]) =>
      setHasMargin((entry?.contentRect.width ?? 0) >= leastWidth),
    );
    observer.observe(pane);
    return () => observer.disconnect();
  }, [columns]);
  return hasMargin;
}

type OrphanNotesProps = { card: PlanCardState; intents: PlanIntents; blocks: readonly ShownBlock[] };

/** Notes on what the person has changed or taken out since. */
function OrphanNotes({ card, intents, blocks }: OrphanNotesProps) {
  const there = new Set(blocks.map(({ at }) => at));
  const orphans = filledNotes(card).filter(({ at }) => at !== null && !there.has(at));
  if (orphans.length === 0) return null;
  return (
    <section aria-label="Notes on what you changed" className="mt-3">
      <p className="text-second text-secondary">Your notes on what you changed:</p>
      {orphans.map((note) => (
        <NoteField
          key={note.at}
          {...{ card, intents }}
          block={note}
          name={visibleText(`Note on “${note.quote}”`, 'line')}
        />
      ))}
    </section>
  );
}

/**
 * One of the buttons that open notes is in the order of Tab; the arrows go from one to the next, so
 * that a long plan is left by one press.
 */
function useNoteKeys(blocks: readonly ShownBlock[]) {
  const [chosen, setChosen] = useState<number | null>(null);
  const numbers = blocks.flatMap(({ at }) => (at === null ? [] : [at]));
  const current = chosen !== null && numbers.includes(chosen) ? chosen : (numbers[0] ?? null);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const at = numberOf(event.target);
    if (at === null) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = step === 0 ? edge(event.key, numbers) : numbers[numbers.indexOf(at) + step];
    if (next === undefined) return;
    event.preventDefault();
    const button = event.currentTarget.querySelector<HTMLElement>(`[data-note-button="${next}"]`);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest' });
  }

  function onFocus(event: FocusEvent): void {
    const at = numberOf(event.target);
    if (at !== null) setChosen(at);
  }

  return { current, onKeyDown, onFocus };
}

function numberOf(target: EventTarget): number | null {
  const mark = target instanceof HTMLElement ? target.dataset['noteButton'] : undefined;
  return mark === undefined ? null : Number(mark);
}

function edge(key: string, numbers: readonly number[]): number | undefined {
  if (key === 'Home') return numbers[0];
  return key === 'End' ? numbers.at(-1) : undefined;
}
