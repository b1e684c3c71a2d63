import { useMemo } from 'react';
import { MarkdownTokens } from '../../ui/markdown/markdown.tsx';
import { completeMarkdown } from '../../ui/markdown/complete-markdown.ts';
import { shownBlocks, type ShownBlock } from './noted-blocks.ts';
import { NoteField } from './note-field.tsx';
import { planBlocks } from './plan-blocks.ts';
import { type PlanCardState, filledNotes } from './plan-card-state.ts';
import { notedBlocks } from './noted-block.tsx';
import { PlanContents } from './plan-contents.tsx';
import type { PlanIntents } from './plan-intents.ts';
import { PlanNotesContext } from './plan-notes-context.ts';
import type { PlanPart } from './plan-part.ts';
import { useNoteKeys } from './use-note-keys.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';

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
  const proposed = useMemo(() => planBlocks(completeMarkdown(preview.plan)), [preview.plan]);
  const blocks = useMemo(() => shownBlocks(proposed, planBlocks(tokens)), [proposed, tokens]);
  const { current, onKeyDown, onFocus } = useNoteKeys(blocks);
  const byToken = useMemo(() => new Map(blocks.map((block) => [block.token, block])), [blocks]);
  const prefix = `plan-${id}`;
  return (
    <>
      <PlanContents {...{ blocks, plan, prefix }} title={preview.title} />
      <PlanNotesContext value={{ prefix, byToken, card, intents: deciding ? intents : null, current }}>
        <div
          role="presentation"
          className="prose plan-prose"
          dir="auto"
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          <MarkdownTokens tokens={tokens} own={notedBlocks} visible />
        </div>
      </PlanNotesContext>
      {deciding ? <OrphanNotes {...{ card, intents, blocks }} /> : null}
    </>
  );
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
