import type { ActionEnding } from '../../../shared/previews/pending-action.ts';
import { endingOf } from '../../../shared/previews/preview-state.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardFoot, CardFrame, type CardLine } from '../card-frame.tsx';
import { previewCardName } from '../card-numbers.ts';
import { CardPosition } from '../card-position.tsx';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import {
  applyHindrance,
  Deciding,
  DecidingField,
  OpenBeside,
  type ReadingPlace,
  RedoButton,
  UndoButton,
  undoHindrance,
} from './preview-actions.tsx';
import { filledComments } from '../../../shared/previews/line-comments.ts';
import { placeWords } from './diff/comments.tsx';
import { Counts, Marks } from './diff/file-facts.tsx';
import { fitsOnCard } from './diff/shown-hunks.ts';
import { previewCardKind, type PreviewIntents } from './preview-card-kind.ts';
import {
  changedEdits,
  type EditAction,
  isCollapsed,
  type PreviewCardState,
  type PreviewPart,
} from './preview-card-state.ts';
import { PreviewFiles } from './preview-files.tsx';
import {
  MeanwhileNote,
  OutdatedOthers,
  PreviewIcon,
  PreviewProblems,
  PreviewReasons,
  PreviewStatus,
} from './preview-status.tsx';
import { aboutEnded, fileName, filesTitle, reviewTitle, totalOf } from './preview-words.ts';

type PreviewCardProps = {
  part: PreviewPart;
  /** Number of it among the previews of the same label, from the newest on. */
  nth: number;
  /** Name of the chat's agent. */
  agent: string;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** True while the preview is open in the pane. */
  paneOpen: boolean;
  /** Opens it there. */
  onRead(): void;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** A staged change in the chat: to be decided while it waits, a line when it has ended. */
export function PreviewCard(props: PreviewCardProps) {
  const { part, nth, agent, position, store, paneOpen, onRead, onNext, onDecided } = props;
  const { action, toolCallId } = part;
  const { card, intents } = useCard(store, previewCardKind, part);
  const ending = endingOf(action.state);
  const waiting = ending === null;
  const deciding = action.state.type === 'open';
  const undone = ending?.type === 'applied' && ending.undone;
  const { collapseButton, collapseByKey } = useSettling({
    deciding,
    ended: !waiting,
    undone,
    intents,
    onDecided,
  });
  const cut = waiting && !fitsOnCard(action.preview.files);
  const place: ReadingPlace = { in: 'card', cut, paneOpen, onRead };
  const undo = ending?.type === 'applied' ? <AgainButton {...{ card, intents, undone }} /> : null;

  return (
    <CardFrame
      name={previewCardName(action.label, nth)}
      toolCallId={toolCallId}
      icon={<PreviewIcon action={action} />}
      title={waiting ? reviewTitle(agent, action) : filesTitle(action)}
      status={
        <>
          <PreviewStatus action={action} />
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      meta={cut || paneOpen ? undefined : <Counts {...totalOf(action)} />}
      waiting={waiting}
      calling={deciding}
      collapsed={isCollapsed(card, action)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={collapseByKey}
      line={ending === null ? undefined : lineOf(action, ending, undo)}
      actions={
        <>
          {undo}
          {waiting && !paneOpen ? <OpenBeside onRead={onRead} /> : null}
        </>
      }
      summary={<Summary {...{ action, card }} />}
      flush
    >
      <CardBody {...{ action, card, intents, place, cut, waiting }} />
      {deciding ? (
        <>
          <DecidingField {...{ action, card, intents, place }} />
          <CardFoot>
            <Deciding {...{ action, card, intents, place }} />
          </CardFoot>
        </>
      ) : null}
    </CardFrame>
  );
}

function lineOf(action: EditAction, ending: ActionEnding, undo: CardLine['actions']): CardLine {
  const isApplied = ending.type === 'applied';
  return {
    what: <PreviewStatus action={action} />,
    from: (
      <>
        <VisibleText text={aboutEnded(action, ending)} layout="line" />{' '}
        {isApplied && !ending.undone ? <Counts {...totalOf(action)} /> : null}
      </>
    ),
    actions: undo,
  };
}

type AgainButtonProps = { card: PreviewCardState; intents: PreviewIntents; undone: boolean };

/** The way back from what an applied change is now. */
function AgainButton({ undone, ...props }: AgainButtonProps) {
  return undone ? <RedoButton {...props} /> : <UndoButton {...props} />;
}

/** Everything that has to be seen also while the card is a line. */
function Summary({ action, card }: { action: EditAction; card: PreviewCardState }) {
  const ending = endingOf(action.state);
  const hindrance =
    ending?.type !== 'applied' ? null : ending.undone ? applyHindrance(card) : undoHindrance(card);
  return (
    <>
      <PreviewProblems {...{ action, card }} />
      <OutdatedOthers action={action} />
      {hindrance !== null ? (
        <p className="px-4 pb-2.5 text-small text-tertiary wrap-anywhere">{hindrance}</p>
      ) : null}
      {ending === null ? null : <PreviewUnsent card={card} />}
    </>
  );
}

type CardBodyProps = {
  action: EditAction;
  card: PreviewCardState;
  intents: PreviewIntents;
  place: ReadingPlace;
  cut: boolean;
  waiting: boolean;
};

function CardBody({ action, card, intents, place, cut, waiting }: CardBodyProps) {
  const isElsewhere = cut || (place.in === 'card' && place.paneOpen);
  return (
    <>
      <MeanwhileNote {...{ action, card }} />
      {waiting && isElsewhere ? (
        <FileNames action={action} />
      ) : (
        <div className="border-t border-hairline">
          <PreviewFiles {...{ action, card, intents }} split={false} open={waiting} />
        </div>
      )}
      <PreviewReasons action={action} />
    </>
  );
}

/** The beginning of what is read elsewhere: its files by name, and those that deserve a second look. */
function FileNames({ action }: { action: EditAction }) {
  const { files } = action.preview;
  const marked = files.filter(({ marks }) => marks !== undefined);
  return (
    <div className="px-4 py-3 text-second">
      <p className="flex gap-3">
        <span className="min-w-0 flex-1 cut-off" title={files.map(({ path }) => path).join('\n')}>
          <VisibleText text={files.map(({ path }) => fileName(path)).join(', ')} layout="line" />
        </span>
        <Counts {...totalOf(action)} />
      </p>
      {marked.map((file) => (
        <p key={file.path} className="mt-1 flex items-center gap-2 text-secondary">
          <span className="min-w-0 cut-off" dir="ltr">
            <VisibleText text={file.path} layout="line" />
          </span>
          <Marks file={file} />
        </p>
      ))}
    </div>
  );
}

/** Unsent input of a card that ended without it. Nothing typed is lost. */
function PreviewUnsent({ card }: { card: PreviewCardState }) {
  const left = [
    { name: 'Note', text: card.note, isCode: false },
    { name: 'Reason', text: card.reason, isCode: false },
    ...filledComments(card.comments).map((comment) => ({
      name: `Comment on ${placeWords(comment)}`,
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
