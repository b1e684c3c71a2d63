import { ChevronDown, ChevronUp, Columns2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { outcomeOf } from '../../../shared/previews/preview-state.ts';
import { reviewTitle } from '../../../shared/previews/preview-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { WrapButton } from '../../ui/wrap-button.tsx';
import { useWidthInRem } from '../../ui/use-width.ts';
import type { CardStore } from '../store/card-store.ts';
import { useCard } from '../store/use-card.ts';
import { DecisionField, PreviewActions } from './preview-actions.tsx';
import { Counts, totalOf } from '../diff/file-facts.tsx';
import { stepThroughChanges } from '../diff/file-diff.tsx';
import { previewCardKind, type PreviewIntents } from './preview-card-kind.ts';
import {
  type EditAction,
  keptFiles,
  type PreviewCardState,
  type PreviewPart,
  viewedFiles,
} from './preview-card-state.ts';
import { FileList, PreviewFiles } from './preview-files.tsx';
import { PreviewIcon, PreviewReasons, PreviewStatus } from '../review/review-status.tsx';
import type { ReaderHead } from '../review/review-view.tsx';
import { LeftOutNote } from './left-out-note.tsx';
import { MeanwhileNote, PreviewProblems } from './preview-problems.tsx';

export type DiffView = 'unified' | 'split';

/** The width in rem from which two columns have some thirty characters each. */
const leastForTwo = 40;

type PreviewReaderProps = {
  part: PreviewPart;
  store: CardStore;
  diffView: DiffView;
  onDiffView(view: DiffView): void;
  head(head: ReaderHead): ReactNode;
};

/** A preview in full, with the buttons to decide. */
export function PreviewReader({ part, store, diffView, onDiffView, head }: PreviewReaderProps) {
  const { action } = part;
  const { card, intents } = useCard(store, previewCardKind, part);
  const body = useRef<HTMLDivElement>(null);
  const deciding = action.state.type === 'open';
  const { files } = action.preview;
  const isRoomy = useWidthInRem(body) >= leastForTwo;
  const split = isRoomy && diffView === 'split';

  function step(by: 1 | -1): void {
    if (body.current !== null) stepThroughChanges(body.current, by);
  }

  function goTo(path: string): void {
    const all = body.current?.querySelectorAll<HTMLElement>('li[data-path]') ?? [];
    const file = [...all].find(({ dataset }) => dataset['path'] === path);
    file?.focus({ preventScroll: true });
    file?.scrollIntoView({ block: 'start' });
  }

  return (
    <>
      {head({
        title: titleOf(action),
        icon: <PreviewIcon action={action} />,
        calling: deciding,
        about: <HeadFacts {...{ action, card }} />,
        tools: <Tools {...{ card, intents, isRoomy, split, onDiffView }} onStep={step} />,
      })}
      <MeanwhileNote {...{ action, card }} />
      {files.length > 1 ? <FileList {...{ action, card, body }} onGoTo={goTo} /> : null}
      <div
        ref={body}
        data-file-changes
        className="@container min-h-0 flex-1 overflow-y-auto [--surface:var(--surface-window)]"
      >
        <PreviewFiles {...{ action, card, intents, split }} open canView={files.length > 1} />
        <LeftOutNote action={action} />
        <PreviewReasons action={action} />
      </div>
      <PreviewProblems {...{ action, card }} />
      {deciding && outcomeOf(action.state) === null ? (
        <>
          <DecisionField {...{ action, card, intents }} view={{ in: 'pane' }} />
          <footer className="@container flex min-h-15 shrink-0 items-center border-t border-hairline bg-raised px-4 py-2 ps-1.5">
            <PreviewActions {...{ action, card, intents }} view={{ in: 'pane' }} />
          </footer>
        </>
      ) : null}
    </>
  );
}

function titleOf(action: EditAction): string {
  const { files, broughtBack } = action.preview;
  if (broughtBack !== undefined) return reviewTitle('', action);
  return files.length === 1 ? '1 file to review' : `${files.length} files to review`;
}

/** How the preview stands, what it changes, and how much of it was read. */
function HeadFacts({ action, card }: { action: EditAction; card: PreviewCardState }) {
  const deciding = action.state.type === 'open';
  const viewed = viewedFiles(card, action.fingerprint).size;
  return (
    <span className="flex gap-3">
      <span className={`text-small font-medium ${deciding ? 'text-accent-ink' : ''}`}>
        <PreviewStatus action={action} />
      </span>
      <span className="@max-[480px]:hidden">
        <Counts {...totalOf(keptFiles(card, action))} />
      </span>
      {deciding && viewed > 0 ? (
        <span className="text-small tabular-nums">{`${viewed} of ${action.preview.files.length} viewed`}</span>
      ) : null}
    </span>
  );
}

type ToolsProps = {
  card: PreviewCardState;
  intents: PreviewIntents;
  /** True where two columns have room beside each other. */
  isRoomy: boolean;
  split: boolean;
  onDiffView(view: DiffView): void;
  onStep(by: 1 | -1): void;
};

function Tools({ card, intents, isRoomy, split, onDiffView, onStep }: ToolsProps) {
  return (
    <>
      <IconButton label="Previous change" icon={<ChevronUp aria-hidden />} onClick={() => onStep(-1)} />
      <IconButton label="Next change" icon={<ChevronDown aria-hidden />} onClick={() => onStep(1)} />
      {isRoomy ? (
        <IconButton
          label="Side by side"
          aria-pressed={split}
          className="aria-pressed:bg-selected aria-pressed:text-ink"
          icon={<Columns2 aria-hidden />}
          onClick={() => onDiffView(split ? 'unified' : 'split')}
        />
      ) : null}
      {split ? null : <WrapButton wrap={card.wrap} onWrap={intents.setWrap} />}
    </>
  );
}
