import { Ellipsis, MessageSquarePlus, PanelRight, Redo2, Undo2, X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { filledComments } from '../../../shared/previews/line-comments.ts';
import { isAgents } from '../../../shared/previews/preview-kind.ts';
import { failureOf } from '../../../shared/previews/preview-state.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Field, GrowingTextField } from '../../ui/text-input.tsx';
import { useSendingText } from '../sending.ts';
import { isSending } from '../store/card-kind.ts';
import { useFocusFrom } from '../use-focus-from.ts';
import { commentCount } from '../../../shared/previews/preview-text.ts';
import type { ReviewView } from '../review/review-view.tsx';
import type { PreviewIntents } from './preview-card-kind.ts';
import {
  changedEdits,
  type EditAction,
  isShownWhole,
  keptChanges,
  keptFiles,
  openConflicts,
  type PreviewCardState,
} from './preview-card-state.ts';

type PreviewActionsProps = {
  action: EditAction;
  card: PreviewCardState;
  intents: PreviewIntents;
  view: ReviewView;
};

/** The field for a note or a reason, above the buttons. */
export function DecisionField({ action, card, intents, view }: PreviewActionsProps) {
  if (card.field === null || isReadElsewhere({ action, card, view })) return null;
  const isReason = card.field === 'reason';
  return (
    <div className="border-t border-hairline px-4 py-3">
      <PreviewField
        key={card.field}
        name={card.field}
        label={isReason ? 'Reason' : 'Note'}
        placeholder={isReason ? 'Why not? (optional)' : 'Goes to the agent with your decision'}
        value={isReason ? card.reason : card.note}
        busy={isSending(card)}
        onType={isReason ? intents.typeReason : intents.typeNote}
        onLeave={() => intents.openField(null)}
      />
    </div>
  );
}

/** The buttons. None of them takes the focus by itself, and nothing else decides. */
export function PreviewActions(props: PreviewActionsProps) {
  const { action, card, intents, view } = props;
  const row = useRef<HTMLDivElement>(null);
  const before = useRef(card.field);
  useFilesChecked(row, intents);
  useEffect(() => {
    const left = before.current;
    before.current = card.field;
    if (left === null || card.field !== null || document.activeElement !== document.body) return;
    row.current?.querySelector<HTMLElement>(`[data-opens=${left}]`)?.focus({ preventScroll: true });
  }, [card.field]);
  const isElsewhere = isReadElsewhere(props);
  const hasWords = card.note.trim() !== '' || filledComments(card.comments).length > 0;
  const discarding = card.field === 'reason' && !isElsewhere;
  return (
    <div
      ref={row}
      data-preview-buttons
      className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1"
    >
      {discarding ? (
        <Button look="quiet" aria-disabled={isSending(card)} onClick={() => intents.openField(null)}>
          Keep
        </Button>
      ) : (
        <QuietButtons
          {...{ card, intents }}
          withNote={!isElsewhere && isAgents(action.preview)}
          onOpen={() => isElsewhere && view.in === 'card' && view.onRead()}
        />
      )}
      <span className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <ActionStatus {...{ action, card }} isElsewhere={isElsewhere} />
        {discarding ? (
          <DecidingButton about={action.fingerprint} off={isSending(card)} onClick={intents.discard}>
            Discard changes
          </DecidingButton>
        ) : (
          <>
            {isElsewhere || !isAgents(action.preview) ? null : (
              <DecidingButton
                about={action.fingerprint}
                off={isSending(card)}
                onClick={({ currentTarget }) => {
                  flushSync(intents.askForChanges);
                  if (!hasWords) focusNote(currentTarget);
                }}
              >
                Ask for changes
              </DecidingButton>
            )}
            <Primary {...props} />
          </>
        )}
      </span>
    </div>
  );
}

type ActionStatusProps = Pick<PreviewActionsProps, 'action' | 'card'> & { isElsewhere: boolean };

/** Says what would be decided, or that it is on its way. */
function ActionStatus({ action, card, isElsewhere }: ActionStatusProps) {
  const sendingText = useSendingText();
  return (
    <span role="status" className="min-w-0 text-small text-tertiary wrap-anywhere @max-[480px]:sr-only">
      {isElsewhere ? '' : isSending(card) ? sendingText : statusOf(action, card)}
    </span>
  );
}

/** Focuses the note, if `Ask for changes` was pressed with nothing to send back. */
function focusNote(from: Element): void {
  const field = from.closest('section')?.querySelector<HTMLElement>('[data-preview-field=note]');
  field?.focus();
}

/** True on a card that does not show everything, or whose preview is open in the pane: it does not decide. */
function isReadElsewhere({ action, card, view }: Omit<PreviewActionsProps, 'intents'>): boolean {
  return view.in === 'card' && (view.cut || view.paneOpen || !isShownWhole(card, action));
}

type QuietProps = Pick<PreviewActionsProps, 'card' | 'intents'> & { withNote: boolean; onOpen(): void };

/** The rarer actions: buttons, or a menu where there is no room. */
function QuietButtons({ card, intents, withNote, onOpen }: QuietProps) {
  const sending = isSending(card);
  const hasNote = withNote && card.field !== 'note';
  function discard(): void {
    if (sending) return;
    onOpen();
    intents.openField('reason');
  }
  if (!hasNote)
    return (
      <Button look="quiet" data-opens="reason" aria-disabled={sending} onClick={discard}>
        Discard
      </Button>
    );
  return (
    <>
      <span className="@min-[480px]:hidden">
        <Menu label="More" icon={<Ellipsis aria-hidden />}>
          <MenuItem icon={<MessageSquarePlus aria-hidden />} onChoose={() => intents.openField('note')}>
            Add a note
          </MenuItem>
          <MenuItem icon={<X aria-hidden />} onChoose={discard}>
            Discard
          </MenuItem>
        </Menu>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 @max-[480px]:hidden">
        <Button look="quiet" data-opens="reason" aria-disabled={sending} onClick={discard}>
          Discard
        </Button>
        <Button
          look="quiet"
          data-opens="note"
          aria-disabled={sending}
          onClick={() => intents.openField('note')}
        >
          Add a note
        </Button>
      </span>
    </>
  );
}

/** Applies if all of the preview is shown; otherwise leads to the rest. */
function Primary({ action, card, intents, view }: PreviewActionsProps) {
  const isWhole = isShownWhole(card, action);
  if (view.in === 'card' && isReadElsewhere({ action, card, view })) {
    return (
      <Button look={view.paneOpen ? 'secondary' : 'primary'} onClick={view.onRead}>
        Read and apply
        <PanelRight aria-hidden />
      </Button>
    );
  }
  if (!isWhole) {
    return (
      <Button look="primary" onClick={intents.showEverything}>
        Show everything
      </Button>
    );
  }
  return <ApplyButton {...{ action, card, intents }} />;
}

/** Applies what is kept, once every conflict has its side. */
function ApplyButton({ action, card, intents }: Omit<PreviewActionsProps, 'view'>) {
  const isOff = keptChanges(card, action).kept === 0 || openConflicts(card, action) > 0;
  return (
    <DecidingButton
      look="primary"
      about={action.fingerprint}
      off={isSending(card) || isOff}
      onClick={intents.apply}
    >
      {failureOf(action.state) === null ? applyText(action, card) : 'Apply again'}
    </DecidingButton>
  );
}

/** Says of several files how many are applied. */
function applyText(action: EditAction, card: PreviewCardState): string {
  const { length } = keptFiles(card, action);
  if (action.preview.files.length === 1 || length === 0) return 'Apply';
  return length === 1 ? 'Apply 1 file' : `Apply ${length.toLocaleString('en')} files`;
}

function statusOf(action: EditAction, card: PreviewCardState): string {
  if (card.field === 'reason') return '';
  const edited = changedEdits(card).map(({ path }) => path);
  const { kept, all } = keptChanges(card, action);
  const open = openConflicts(card, action);
  const parts = [
    open === 0 ? null : open === 1 ? '1 conflict to resolve' : `${open} conflicts to resolve`,
    kept === all ? null : kept === 0 ? 'Nothing is kept' : `${kept} of ${all} changes kept`,
    edited.length === 0
      ? null
      : edited.length === 1
        ? `With your edit of ${edited[0]}`
        : `With your edits of ${edited.length} files`,
    commentCount(filledComments(card.comments).length),
  ];
  return parts.filter(Boolean).join(' · ');
}

type PreviewFieldProps = {
  label: string;
  name: 'note' | 'reason';
  placeholder: string;
  value: string;
  busy: boolean;
  onType(text: string): void;
  onLeave(): void;
};

/** A field for the person's own words about a preview. No key in it decides anything. */
function PreviewField({ label, name, placeholder, value, busy, onType, onLeave }: PreviewFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusFrom('[data-preview-buttons]', field);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.stopPropagation();
    onLeave();
  }

  return (
    <Field label={label}>
      {(id) => (
        <GrowingTextField
          ref={field}
          id={id}
          data-preview-field={name}
          className="max-h-60"
          placeholder={placeholder}
          readOnly={busy}
          value={value}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  );
}

type AgainButtonProps = { card: PreviewCardState; intents: PreviewIntents };

/** Undoes an applied change, as long as every file is as it was written. */
export function UndoButton({ card, intents }: AgainButtonProps) {
  return (
    <WhileFilesStand
      {...{ card, intents }}
      look="quiet"
      className="text-ink"
      hindrance={undoHindrance(card)}
      onClick={intents.undo}
    >
      <Undo2 aria-hidden />
      Undo
    </WhileFilesStand>
  );
}

/** Applies an undone change again, as long as every file is as it was before. */
export function RedoButton({ card, intents }: AgainButtonProps) {
  return (
    <WhileFilesStand
      {...{ card, intents }}
      look="quiet"
      className="text-ink"
      hindrance={applyHindrance(card)}
      onClick={intents.redo}
    >
      <Redo2 aria-hidden />
      Apply again
    </WhileFilesStand>
  );
}

type WhileFilesStandProps = AgainButtonProps &
  Omit<ComponentProps<typeof DecidingButton>, 'aria-describedby'> & {
    /** The reason why it can't be pressed, for a screen reader; null where there is none. */
    hindrance: string | null;
  };

/** A button that is off if a file has changed since. */
function WhileFilesStand({ card, intents, hindrance, ...rest }: WhileFilesStandProps) {
  const element = useRef<HTMLSpanElement>(null);
  const hindranceId = useId();
  useFilesChecked(element, intents);
  return (
    <span ref={element}>
      <DecidingButton
        off={isSending(card) || hindrance !== null}
        aria-describedby={hindrance === null ? undefined : hindranceId}
        {...rest}
      />
      {hindrance === null ? null : (
        <span id={hindranceId} className="sr-only">
          {hindrance}
        </span>
      )}
    </span>
  );
}

/** Asks about the files of a change when it is shown, pointed at or focused, and when the window gets the focus. */
function useFilesChecked(
  element: RefObject<Element | null>,
  intents: Pick<PreviewIntents, 'checkFiles'>,
): void {
  const latest = useRef(intents);
  useEffect(() => {
    latest.current = intents;
  });
  useEffect(() => {
    const done = new AbortController();
    const check = () => latest.current.checkFiles();
    const region = element.current?.closest('section');
    check();
    window.addEventListener('focus', check, { signal: done.signal });
    for (const sign of ['focusin', 'pointerenter'])
      region?.addEventListener(sign, check, { signal: done.signal });
    return () => done.abort();
  }, [element]);
}

/** Says which file keeps a change from being undone; null where none does. */
export function undoHindrance({ filesInWay }: PreviewCardState): string | null {
  const path = filesInWay?.[0];
  return path === undefined ? null : `${path} was changed after this was applied, so it can’t be undone.`;
}

/** Says which file keeps a change from being applied again; null if none does. */
export function applyHindrance({ filesInWay }: PreviewCardState): string | null {
  const path = filesInWay?.[0];
  return path === undefined ? null : `${path} is not as this change expects, so it can’t be applied again.`;
}
