import type { PreviewOutcome } from '../../../shared/previews/pending-action.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { isAgents } from '../../../shared/previews/preview-kind.ts';
import { outcomeOf, settledAt } from '../../../shared/previews/preview-state.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardFoot, CardFrame, type CardLine } from '../card-frame.tsx';
import { previewCardName } from '../card-numbers.ts';
import { CardPosition } from '../card-position.tsx';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import {
  applyHindrance,
  PreviewActions,
  DecisionField,
  RedoButton,
  UndoButton,
  undoHindrance,
} from './preview-actions.tsx';
import { OpenBeside, type ReviewView } from '../review/review-view.tsx';
import { filledComments } from '../../../shared/previews/line-comments.ts';
import { anchorText } from '../diff/comments.tsx';
import { ChangeLetter, Counts, FilePath, LineCounts, Protections, totalOf } from '../diff/file-facts.tsx';
import { fitsOnCard } from '../diff/shown-hunks.ts';
import { previewCardKind, type PreviewIntents } from './preview-card-kind.ts';
import {
  changedEdits,
  droppedOf,
  type EditAction,
  isCollapsed,
  keptFiles,
  keptOf,
  type PreviewCardState,
  type PreviewPart,
} from './preview-card-state.ts';
import { PreviewFiles } from './preview-files.tsx';
import { OutdatedOthers, PreviewIcon, PreviewReasons, PreviewStatus } from '../review/review-status.tsx';
import { LeftOutNote } from './left-out-note.tsx';
import { MeanwhileNote, PreviewProblems } from './preview-problems.tsx';
import { aboutEndedEdit, filesTitle, reviewTitle } from '../../../shared/previews/preview-text.ts';

type PreviewCardProps = {
  part: PreviewPart;
  /** Number of it among the previews of the same label, from the newest on. */
  nth: number;
  agent: string;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  paneOpen: boolean;
  onRead(): void;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** A preview in the chat: to be decided while it waits, a line once it has ended. */
export function PreviewCard(props: PreviewCardProps) {
  const { part, nth, agent, position, store, paneOpen, onRead, onNext, onDecided } = props;
  const { action, toolCallId } = part;
  const { card, intents } = useCard(store, previewCardKind, part);
  const outcome = outcomeOf(action.state);
  const waiting = outcome === null;
  const deciding = action.state.type === 'open';
  const undone = outcome?.type === 'applied' && outcome.undone;
  const settling = { deciding, ended: !waiting, undone, intents, onDecided };
  const { collapseButton, collapseByKey } = useSettling(settling);
  const cut = waiting && !fitsOnCard(action.preview.files);
  const view: ReviewView = { in: 'card', cut, paneOpen, onRead };
  const undo = outcome?.type === 'applied' ? <AgainButton {...{ card, intents, undone }} /> : null;

  return (
    <CardFrame
      name={previewCardName(action.label, nth)}
      toolCallId={toolCallId}
      icon={<PreviewIcon action={action} />}
      {...(isAgents(action.preview) && { from: action.asker === undefined ? 'agent' : 'outside' })}
      title={waiting ? reviewTitle(agent, action) : filesTitle(action)}
      status={
        <>
          <PreviewStatus action={action} />
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      meta={<Counts {...totalOf(keptFiles(card, action))} />}
      waiting={waiting}
      endedAt={settledAt(action.state)}
      calling={deciding}
      collapsed={isCollapsed(card, action)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={collapseByKey}
      line={outcome === null ? undefined : lineOf(action, outcome, undo)}
      actions={
        <>
          {undo}
          {waiting && !paneOpen ? <OpenBeside onRead={onRead} /> : null}
        </>
      }
      summary={<Summary {...{ action, card }} />}
      flush
    >
      <CardBody {...{ action, card, intents, view, cut, waiting }} />
      {deciding ? (
        <>
          <DecisionField {...{ action, card, intents, view }} />
          <CardFoot>
            <PreviewActions {...{ action, card, intents, view }} />
          </CardFoot>
        </>
      ) : null}
    </CardFrame>
  );
}

function lineOf(action: EditAction, outcome: PreviewOutcome, undo: CardLine['actions']): CardLine {
  const isApplied = outcome.type === 'applied';
  return {
    what: <PreviewStatus action={action} />,
    from: (
      <>
        <VisibleText text={aboutEndedEdit(action, outcome)} layout="line" />{' '}
        {isApplied && !outcome.undone ? <Counts {...totalOf(action.preview.files)} /> : null}
      </>
    ),
    actions: undo,
  };
}

type AgainButtonProps = { card: PreviewCardState; intents: PreviewIntents; undone: boolean };

/** Undoes an applied change, or applies an undone one again. */
function AgainButton({ undone, ...props }: AgainButtonProps) {
  return undone ? <RedoButton {...props} /> : <UndoButton {...props} />;
}

/** What is shown even while the card is collapsed. */
function Summary({ action, card }: { action: EditAction; card: PreviewCardState }) {
  const outcome = outcomeOf(action.state);
  const hindrance =
    outcome?.type !== 'applied' ? null : outcome.undone ? applyHindrance(card) : undoHindrance(card);
  return (
    <>
      <PreviewProblems {...{ action, card }} />
      <OutdatedOthers action={action} />
      {hindrance !== null ? (
        <p className="px-4 pb-2.5 text-small text-tertiary wrap-anywhere">{hindrance}</p>
      ) : null}
      {outcome === null ? null : <PreviewUnsent card={card} />}
    </>
  );
}

type CardBodyProps = {
  action: EditAction;
  card: PreviewCardState;
  intents: PreviewIntents;
  view: ReviewView;
  cut: boolean;
  waiting: boolean;
};

function CardBody({ action, card, intents, view, cut, waiting }: CardBodyProps) {
  const isElsewhere = cut || (view.in === 'card' && view.paneOpen);
  return (
    <>
      <MeanwhileNote {...{ action, card }} />
      {waiting && isElsewhere ? (
        <FileNames {...{ action, card }} />
      ) : (
        <div className="border-t border-hairline">
          <PreviewFiles {...{ action, card, intents }} split={false} open={waiting} />
        </div>
      )}
      <LeftOutNote action={action} />
      <PreviewReasons action={action} />
    </>
  );
}

/** How many files of a preview that is read in the pane have a line on its card. */
const mostNamed = 5;

/** The files of a preview that is read in the pane: those that are protected or deleted first, the rest as a number. */
function FileNames({ action, card }: { action: EditAction; card: PreviewCardState }) {
  const { files } = action.preview;
  const sorted = [...files.filter(isMarked), ...files.filter((file) => !isMarked(file))];
  const shown = sorted.length > mostNamed + 1 ? sorted.slice(0, mostNamed) : sorted;
  const left = sorted.slice(shown.length);
  const leftMarked = left.filter(isMarked).length;
  return (
    <ul className="border-t border-hairline px-4 py-2 text-second">
      {shown.map((file) => (
        <li key={file.path} className="flex min-h-6.5 items-center gap-2">
          <ChangeLetter change={file.change} className="-ms-0.75" />
          <FilePath
            path={file.path}
            className={droppedOf(card, action.fingerprint, file).whole ? 'line-through' : ''}
          />
          <Protections file={file} />
          <span className="flex-1" />
          <LineCounts file={keptOf(card, action.fingerprint, file)} />
        </li>
      ))}
      {left.length === 0 ? null : (
        <li className="ps-5.75 text-small/6.5 text-tertiary">
          {`${left.length.toLocaleString('en')} more`}
          {leftMarked === 0 ? null : `, ${leftMarked} of them protected or deleted`}
        </li>
      )}
    </ul>
  );
}

function isMarked({ marks, change }: FileDiff): boolean {
  return marks !== undefined || change === 'deleted';
}

/** Unsent input of a card that ended without it. Nothing typed is lost. */
function PreviewUnsent({ card }: { card: PreviewCardState }) {
  const left = [
    { name: 'Note', text: card.note, isCode: false },
    { name: 'Reason', text: card.reason, isCode: false },
    ...filledComments(card.comments).map((comment) => ({
      name: `Comment on ${anchorText(comment)}`,
      text: comment.text,
      isCode: false,
    })),
    ...changedEdits(card).map(({ path, text }) => ({ name: `Text of ${path}`, text, isCode: true })),
  ].filter(({ text }) => text.trim() !== '');
  if (left.length === 0) return null;
  return (
    <div className="mx-4 mb-3 border-s-2 border-hairline ps-3 text-secondary">
      <p className="text-small">Entered here, not sent</p>
      {left.map(({ name, text, isCode }) => (
        <div key={name} className="mt-1">
          <div className="flex items-center gap-1 text-small">
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <CopyButton label={`Copy ${name.charAt(0).toLowerCase()}${name.slice(1)}`} text={() => text} />
          </div>
          <pre
            dir="auto"
            tabIndex={0}
            role="group"
            aria-label={name}
            className={`max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere ${isCode ? 'font-mono text-code' : 'font-sans'}`}
          >
            {text}
          </pre>
        </div>
      ))}
    </div>
  );
}
