import { MessageSquarePlus } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { OwnBlocks } from '../../ui/markdown/elements-of.tsx';
import type { MarkdownToken } from '../../../shared/markdown/read-markdown.ts';
import { isSending } from '../store/card-kind.ts';
import { focusNoteField, noteButtonMark, NoteField } from './note-field.tsx';
import type { ShownBlock } from './plan-blocks.ts';
import type { PlanIntents } from './plan-card-kind.ts';
import { isNoteOpen, noteAt, type PlanCardState } from './plan-card-state.ts';

type PlanNotes = {
  /** Before the numbers of blocks, to name them on the page. */
  prefix: string;
  byToken: ReadonlyMap<MarkdownToken, ShownBlock>;
  card: PlanCardState;
  /** Null where notes can only be read. */
  intents: PlanIntents | null;
  /** True where notes stand in the margin: they come before their block then, to begin beside its first line. */
  inMargin: boolean;
  /** The block whose button is in the order of Tab. */
  current: number | null;
};

/** The notes of the plan whose blocks are shown within. */
export const PlanNotesContext = createContext<PlanNotes | null>(null);

/** The element of a block on the page. */
export function blockId(prefix: string, { number }: ShownBlock): string {
  return `${prefix}-${number}`;
}

type BlockProps = { token: MarkdownToken; children: ReactNode };

/** A plan's Markdown, with the notes of each block beside it. */
export const notedBlocks: OwnBlocks = { Block, Item };

function useBlock(token: MarkdownToken) {
  const notes = use(PlanNotesContext);
  const block = notes?.byToken.get(token);
  return notes === null || block === undefined ? null : { notes, block };
}

/** A block that is no item; what stands inside an item is left as it is. */
function Block({ token, children }: BlockProps) {
  const found = useBlock(token);
  if (found === null) return children;
  const { notes, block } = found;
  return (
    <div id={blockId(notes.prefix, block)} tabIndex={-1} className="prose-block noted-block">
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
    <li className="noted-block">
      {inMargin ? note : null}
      {children}
      {inMargin ? null : note}
    </li>
  );
}

/** The note on a block, or the way to one. */
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
