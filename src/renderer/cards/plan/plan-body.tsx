import { GitCompare, SquarePen } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { Button } from '../../ui/button.tsx';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { DiffLine } from '../diff/diff-lines.ts';
import { rowsOf, shownText } from '../diff/diff-rows.ts';
import { Cut } from '../diff/diff-views.tsx';
import { isSending } from '../store/card-kind.ts';
import { changedText, type PlanCardState, type PlanIntents, type PlanPart } from './plan-card-kind.ts';
import { PlanText } from './plan-text.tsx';
import { versionBefore } from './version-before.ts';

type PlanBodyProps = {
  part: PlanPart;
  card: PlanCardState;
  intents: PlanIntents;
  deciding: boolean;
};

/** The plan itself: to be read and noted on, or to be edited. */
export function PlanBody({ part, card, intents, deciding }: PlanBodyProps) {
  const { preview, userEdits } = part.action;
  const { plan, revision } = preview;
  const edited = changedText(card, part);
  const before = useMemo(() => revision && versionBefore(plan, revision.hunks), [plan, revision]);
  return (
    <>
      <EditedLine {...{ part, card, intents, deciding }} />
      {card.comparing && revision !== null && before === null ? (
        <RevisionDiff name="Changes since the version before" file={revision} />
      ) : null}
      {deciding && card.editing ? (
        <PlanField text={edited ?? plan} intents={intents} />
      ) : (
        <PlanText
          {...{ part, card, intents, deciding }}
          plan={edited ?? plan}
          before={card.comparing ? before : null}
        />
      )}
      {deciding
        ? null
        : userEdits?.map((file) => <RevisionDiff key={file.path} name="Your changes" file={file} />)}
    </>
  );
}

function PlanField({ text, intents }: { text: string; intents: PlanIntents }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <GrowingTextField
      ref={field}
      aria-label="Plan"
      className="max-h-[70dvh] font-mono text-code"
      value={text}
      onChange={(event) => intents.typePlan(event.target.value)}
      onKeyDown={(event) => {
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
        if (!isDone || event.nativeEvent.isComposing) return;
        event.preventDefault();
        intents.setEditing(false);
      }}
    />
  );
}

type PlanToolsProps = PlanBodyProps & {
  /** True where changes are not shown and hidden elsewhere. */
  compares?: boolean;
};

export function PlanTools({ part, card, intents, deciding, compares = false }: PlanToolsProps) {
  return (
    <>
      {compares && part.action.preview.revision !== null ? (
        <Button
          look="quiet"
          aria-pressed={card.comparing}
          onClick={() => intents.setComparing(!card.comparing)}
        >
          <GitCompare aria-hidden className="size-4" />
          What changed
        </Button>
      ) : null}
      {deciding ? <EditButton editing={card.editing} intents={intents} busy={isSending(card)} /> : null}
    </>
  );
}

/** What stands in place of the proposed plan, and the way to the other. */
function EditedLine({ part, card, intents, deciding }: PlanBodyProps) {
  const edited = changedText(card, part) !== null;
  if (!edited && (!deciding || card.dropped === null)) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-second">
      {edited ? (
        <span className="text-secondary">
          {deciding ? editedText(part) : 'With your changes, which were not sent'}
        </span>
      ) : null}
      {deciding ? (
        <Button
          look="quiet"
          className="not-first:ms-auto first:-ms-2.5 not-first:-me-2.5"
          aria-disabled={isSending(card)}
          onClick={intents.swapEdit}
        >
          {edited ? 'Back to the agent’s version' : 'Bring back my version'}
        </Button>
      ) : null}
    </div>
  );
}

/** Says what happens to an edit if it is not simply what gets approved. */
function editedText({ action }: PlanPart): string {
  return action.preview.edits === undefined
    ? 'Edited by you'
    : 'Edited by you. The agent gets a yes to its own version, and yours in the next message.';
}

type EditButtonProps = { editing: boolean; busy: boolean; intents: PlanIntents };

/** Turns editing on and off, and takes the focus back when a key ends it. */
function EditButton({ editing, busy, intents }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    const ended = before.current && !editing;
    before.current = editing;
    if (ended && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [editing]);
  return (
    <Button
      ref={button}
      look={editing ? 'secondary' : 'quiet'}
      aria-disabled={busy}
      onClick={() => intents.setEditing(!editing)}
    >
      <SquarePen aria-hidden className="size-4" />
      <span className="in-[header]:max-sm:sr-only">{editing ? 'Done' : 'Edit'}</span>
    </Button>
  );
}

type RevisionDiffProps = { name: string; file: FileDiff };

/** Diff of a text that is read as prose: its lines wrap. */
function RevisionDiff({ name, file }: RevisionDiffProps) {
  return (
    <figure className="my-3">
      <figcaption className="mb-1 text-second text-secondary">{name}</figcaption>
      <Changes name={name} file={file} />
    </figure>
  );
}

function Changes({ name, file }: RevisionDiffProps) {
  return (
    <div
      role="group"
      aria-label={name}
      tabIndex={0}
      dir="auto"
      className="max-h-[60dvh] overflow-y-auto rounded-control border border-hairline bg-well py-1 text-second"
    >
      {file.hunks.map((hunk, index) => (
        <div key={hunk.newStart} className={index === 0 ? '' : 'mt-1 border-t border-hairline pt-1'}>
          {rowsOf(hunk, 0, Number.POSITIVE_INFINITY).map((line, number) => (
            <Line key={number} line={line} />
          ))}
        </div>
      ))}
    </div>
  );
}

const looks = {
  same: { sign: '', says: '', look: '' },
  added: { sign: '+', says: 'Added: ', look: 'bg-diff-added' },
  removed: { sign: '−', says: 'Removed: ', look: 'bg-diff-removed' },
  remark: { sign: '', says: '', look: 'text-secondary italic' },
} as const;

function Line({ line }: { line: DiffLine }) {
  const { sign, says, look } = looks[line.kind];
  return (
    <p className={`grid min-h-[1.5em] grid-cols-[1ch_minmax(0,1fr)] gap-2 px-3 ${look}`}>
      <span aria-hidden className="font-mono select-none">
        {sign}
      </span>
      <span className="wrap-anywhere whitespace-pre-wrap">
        {says === '' ? null : <span className="sr-only">{says}</span>}
        <Cut count={line.part?.cutBefore} />
        <VisibleText text={shownText(line)} />
        <Cut count={line.part?.cutAfter} />
      </span>
    </p>
  );
}
