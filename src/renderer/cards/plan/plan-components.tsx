import { MessageSquarePlus } from 'lucide-react';
import { type ReactNode, use } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { CodeBlock } from '../../ui/code-block.tsx';
import { TableFrame } from '../../ui/markdown.tsx';
import { NoteField } from './note-field.tsx';
import { focusNoteField, noteButtonMark } from './note-focus.ts';
import type { ShownBlock } from './noted-blocks.ts';
import { isNoteOpen, noteAt } from './plan-card-state.ts';
import { blockId, PlanNotesContext } from './plan-notes-context.ts';

type BlockProps = ExtraProps & { children?: ReactNode };

/** A plan's Markdown, with the notes of each block beside it. */
export const planComponents: Components = {
  h1: ({ node, children }) => heading(node, <h2>{children}</h2>),
  h2: ({ node, children }) => heading(node, <h2>{children}</h2>),
  h3: ({ node, children }) => heading(node, <h3>{children}</h3>),
  h4: ({ node, children }) => heading(node, <h3>{children}</h3>),
  h5: ({ node, children }) => heading(node, <h3>{children}</h3>),
  h6: ({ node, children }) => heading(node, <h3>{children}</h3>),
  p: ({ node, children }) => (
    <Block node={node}>
      <p>{children}</p>
    </Block>
  ),
  pre: ({ node, children }) => (
    <Block node={node}>
      <CodeBlock>{children}</CodeBlock>
    </Block>
  ),
  table: ({ node, children }) => (
    <Block node={node}>
      <TableFrame>{children}</TableFrame>
    </Block>
  ),
  li: Item,
};

function heading(node: ExtraProps['node'], shown: ReactNode): ReactNode {
  return <Block node={node}>{shown}</Block>;
}

function useBlock(node: ExtraProps['node']) {
  const notes = use(PlanNotesContext);
  const offset = node?.position?.start.offset;
  const block = offset === undefined ? undefined : notes?.byOffset.get(offset);
  return notes === null || block === undefined ? null : { notes, block };
}

/** A block that is no item; what stands inside an item is left as it is. */
function Block({ node, children }: BlockProps) {
  const found = useBlock(node);
  if (found === null) return children;
  const { notes, block } = found;
  return (
    <div id={blockId(notes.prefix, block.offset)} tabIndex={-1} className="prose-block noted-block">
      {children}
      <BlockNote block={block} />
    </div>
  );
}

function Item({ node, children }: BlockProps) {
  const found = useBlock(node);
  return (
    <li className="noted-block">
      {children}
      {found === null ? null : <BlockNote block={found.block} />}
    </li>
  );
}

/** The note on a block, or the way to one. */
function BlockNote({ block }: { block: ShownBlock }) {
  const notes = use(PlanNotesContext);
  const { at } = block;
  if (notes === null || at === null) return null;
  const { card, intents, current } = notes;
  const name = `Note on “${block.quote}”`;
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
        aria-disabled={card.sending}
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
      {open ? <NoteField {...{ card, intents, name }} block={block} /> : null}
    </>
  );
}
