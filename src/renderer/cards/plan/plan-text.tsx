import { ChevronRight, MessageSquarePlus, X } from 'lucide-react';
import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { MarkdownToken } from '../../../shared/markdown/read-markdown.ts';
import { isComposing } from '../../ui/composing.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { changedMarkdown } from '../../ui/markdown/changed-markdown.ts';
import { completeMarkdown } from '../../ui/markdown/complete-markdown.ts';
import type { OwnBlocks } from '../../ui/markdown/elements-of.tsx';
import { MarkdownTokens } from '../../ui/markdown/markdown.tsx';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { usePartRead } from '../review/use-part-read.ts';
import { focusWhenShown } from '../reveal-card.ts';
import { isSending } from '../store/card-kind.ts';
import { planBlocks, type ShownBlock, shownBlocks } from './plan-blocks.ts';
import {
  filledNotes,
  isNoteOpen,
  noteAt,
  type NoteAnchor,
  type PlanCardState,
  type PlanIntents,
  type PlanPart,
} from './plan-card-kind.ts';

type PlanTextProps = {
  part: PlanPart;
  plan: string;
  /** The version before, whose changes are shown in place; null where they are not. */
  before: string | null;
  card: PlanCardState;
  intents: PlanIntents;
  deciding: boolean;
};

/** The plan to be read, with a way to a note on each of its blocks while it is to be decided. */
export function PlanText({ part, plan, before, card, intents, deciding }: PlanTextProps) {
  const { id, preview } = part.action;
  const tokens = useMemo(() => {
    const present = completeMarkdown(plan);
    return before === null ? present : changedMarkdown(completeMarkdown(before), present);
  }, [plan, before]);
  const proposed = useMemo(() => planBlocks(completeMarkdown(preview.plan)), [preview.plan]);
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

/** Notes on blocks that the person has since changed or removed. */
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
 * Only one of the buttons for notes is in the order of Tab, and the arrows move from one to the next, so that
 * one Tab leaves a long plan.
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

type PlanNotes = {
  /** The prefix of the ids of blocks. */
  prefix: string;
  byToken: ReadonlyMap<MarkdownToken, ShownBlock>;
  card: PlanCardState;
  /** Null where notes can only be read. */
  intents: PlanIntents | null;
  /**
   * True if notes are in the margin: they come before their block then, so that they begin beside its first
   * line.
   */
  inMargin: boolean;
  /** The block whose button is in the order of Tab. */
  current: number | null;
};

/** The notes of the plan whose blocks are shown within. */
const PlanNotesContext = createContext<PlanNotes | null>(null);

/** The id of a block's element. */
function blockId(prefix: string, { number }: ShownBlock): string {
  return `${prefix}-${number}`;
}

type BlockProps = { token: MarkdownToken; children: ReactNode };

/** A plan's Markdown, with the notes of each block beside it. */
const notedBlocks: OwnBlocks = { Block, Item };

function useBlock(token: MarkdownToken) {
  const notes = use(PlanNotesContext);
  const block = notes?.byToken.get(token);
  return notes === null || block === undefined ? null : { notes, block };
}

/** A block that is no list item; blocks inside an item are left as they are. */
function Block({ token, children }: BlockProps) {
  const found = useBlock(token);
  if (found === null) return children;
  const { notes, block } = found;
  return (
    <div
      id={blockId(notes.prefix, block)}
      tabIndex={-1}
      data-changed={block.isChanged ? '' : undefined}
      className="prose-block noted-block"
    >
      {notes.inMargin ? <BlockNote block={block} /> : null}
      {children}
      {notes.inMargin ? null : <BlockNote block={block} />}
    </div>
  );
}

function Item({ token, children }: BlockProps) {
  const found = useBlock(token);
  const note = found === null ? null : <BlockNote block={found.block} />;
  const inMargin = found?.notes.inMargin === true;
  return (
    <li data-changed={found?.block.isChanged === true ? '' : undefined} className="noted-block">
      {inMargin ? note : null}
      {children}
      {inMargin ? null : note}
    </li>
  );
}

/** The note on a block, or the button for one. */
function BlockNote({ block }: { block: ShownBlock }) {
  const notes = use(PlanNotesContext);
  const { at } = block;
  if (notes === null || at === null) return null;
  const { card, intents, current, inMargin } = notes;
  const name = visibleText(`Note on “${block.quote}”`, 'line');
  if (intents === null) {
    const text = noteAt(card, at)?.text ?? '';
    return text === '' ? null : (
      <p className="my-2 text-secondary">
        Your note, which was not sent: <span className="text-ink">{text}</span>
      </p>
    );
  }
  const open = isNoteOpen(card, at);
  return (
    <>
      <button
        type="button"
        {...noteButtonMark(at)}
        tabIndex={at === current ? 0 : -1}
        aria-label={open ? `Go to the n${name.slice(1)}` : `Add a n${name.slice(1)}`}
        aria-disabled={isSending(card)}
        title="Add a note"
        data-open={open ? '' : undefined}
        className="note-button hit-square"
        onClick={(event) => {
          if (!open) intents.openNote(at);
          focusNoteField(event.currentTarget, at);
        }}
      >
        <MessageSquarePlus aria-hidden />
      </button>
      {open ? <NoteField {...{ card, intents, name }} block={block} inMargin={inMargin} /> : null}
    </>
  );
}

/** Attributes by which the fields and buttons of notes are found in their card. */
const noteFieldMark = (at: NoteAnchor) => ({ 'data-note-field': at ?? 'whole' });
const noteButtonMark = (at: NoteAnchor) => ({ 'data-note-button': at ?? 'whole' });

type NoteFieldProps = {
  card: PlanCardState;
  intents: PlanIntents;
  block: { at: NoteAnchor; heading: string; quote: string };
  name: string;
  inMargin?: boolean;
};

/** A note on a plan, as it is being written. */
function NoteField({ card, intents, block, name, inMargin = false }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { at } = block;
  const text = noteAt(card, at)?.text ?? '';

  function remove(): void {
    intents.removeNote(at);
    focusNoteButton(field.current, at);
  }

  return (
    <div className={`my-2 flex items-start gap-1 ${inMargin ? 'plan-note' : ''}`}>
      <GrowingTextField
        ref={field}
        {...noteFieldMark(at)}
        aria-label={name}
        className="max-h-60 text-body"
        placeholder="What should be different?"
        readOnly={isSending(card)}
        value={text}
        onChange={(event) => intents.typeNote({ ...block, text: event.target.value })}
        onKeyDown={(event) => {
          const isDone =
            event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
          if (!isDone || isComposing(event)) return;
          event.preventDefault();
          if (text.trim() === '') remove();
          else focusNoteButton(field.current, at);
        }}
      />
      <IconButton
        label={`Remove: ${name}`}
        icon={<X aria-hidden />}
        aria-disabled={isSending(card)}
        onClick={remove}
      />
    </div>
  );
}

const whole = { at: null, heading: '', quote: '' };

/** A note on the whole plan: a button, and in its place the field once it was pressed. */
export function WholeNote({ card, intents }: { card: PlanCardState; intents: PlanIntents }) {
  if (isNoteOpen(card, null))
    return <NoteField {...{ card, intents }} block={whole} name="Note on the whole plan" />;
  return (
    <button
      type="button"
      {...noteButtonMark(null)}
      aria-disabled={isSending(card)}
      className="hit -ms-2 inline-flex items-center gap-1.5 rounded-control px-2 text-second text-secondary hover:text-ink"
      onClick={(event) => {
        intents.openNote(null);
        focusNoteField(event.currentTarget, null);
      }}
    >
      <MessageSquarePlus aria-hidden className="size-4" />
      Add a note on the whole plan
    </button>
  );
}

/** Focuses the field of a note, once it is rendered. */
export function focusNoteField(from: Element | null, at: NoteAnchor): void {
  focusIn(from, `[data-note-field="${at ?? 'whole'}"]`);
}

/** Focuses the button that opens a note, if it is visible, once it is rendered. */
function focusNoteButton(from: Element | null, at: NoteAnchor): void {
  focusIn(from, `[data-note-button="${at ?? 'whole'}"]`);
}

function focusIn(from: Element | null, selector: string): void {
  const card = from?.closest('section') ?? null;
  // What was opened is there, and has the focus, before the next key is pressed.
  flushSync(() => undefined);
  focusWhenShown(() => card?.querySelector<HTMLElement>(selector) ?? null);
}

type PlanContentsProps = {
  blocks: readonly ShownBlock[];
  plan: string;
  title: string;
  prefix: string;
  open: boolean;
};

/** A plan with this many headings and lines is long. */
const long = { headings: 4, lines: 30 };

const indents = ['', 'ps-4', 'ps-8'];

/**
 * The headings of a long plan as links, folded if there is no margin for them. In the pane, the one being
 * read is marked.
 */
function PlanContents({ blocks, plan, title, prefix, open }: PlanContentsProps) {
  const all = blocks.filter(({ depth }) => depth > 0);
  const headings = all[0]?.quote === title ? all.slice(1) : all;
  const nav = useRef<HTMLElement>(null);
  const headingsIn = () => headings.map((heading) => document.getElementById(blockId(prefix, heading)));
  const read = usePartRead(nav, '[data-pane]', headingsIn);
  if (headings.length < long.headings || plan.split('\n').length < long.lines) return null;
  const top = Math.min(...headings.map(({ depth }) => depth));
  return (
    <nav ref={nav} aria-label="Contents" className="mb-4 rounded-control bg-well px-4 py-2 text-second">
      <details key={`${open}`} open={open}>
        <summary className="plan-contents-title hit flex items-center gap-2 font-semibold">
          <ChevronRight aria-hidden className="size-3.5 text-tertiary in-open:rotate-90" />
          Contents
        </summary>
        <ul>
          {headings.map((heading, number) => (
            <li key={heading.number} className={indents[Math.min(heading.depth - top, 2)]}>
              <a
                href={`#${blockId(prefix, heading)}`}
                aria-current={number === read ? 'true' : undefined}
                className="hit relative inline-flex items-center py-0.5 text-secondary hover:text-ink hover:underline aria-current:font-medium aria-current:text-ink"
                onClick={goTo}
              >
                <VisibleText text={heading.quote} layout="line" />
                {heading.isChangedBelow ? (
                  <span role="img" aria-label="Changed" className="changed-dot" />
                ) : null}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

/** Moves the focus too, and leaves the address alone. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const heading = document.getElementById(event.currentTarget.hash.slice(1));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
