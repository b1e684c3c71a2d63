import { Ellipsis, MessageSquarePlus, PanelRight, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { failureOf } from '../../../shared/previews/preview-state.ts';
import { filledComments } from '../../../shared/previews/line-comments.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import { useFilesChecked } from './again-buttons.tsx';
import { PreviewField } from './preview-field.tsx';
import {
  type PreviewCardState,
  changedEdits,
  isShownWhole,
  keptChanges,
  openConflicts,
} from './preview-card-state.ts';
import { isSending } from '../store/card-kind.ts';
import type { PreviewIntents } from './preview-intents.ts';
import type { EditAction } from './preview-part.ts';
import { commentCount } from './diff/file-comments.ts';

/** The place where a preview is read: on its card, which may be cut and may be open in the pane, or there. */
export type ReadingPlace = { in: 'card'; cut: boolean; paneOpen: boolean; onRead(): void } | { in: 'pane' };

export type DecidingProps = {
  action: EditAction;
  card: PreviewCardState;
  intents: PreviewIntents;
  place: ReadingPlace;
};

/** Opens a preview in the pane. */
export function OpenBeside({ onRead }: { onRead(): void }) {
  return <IconButton label="Open beside" icon={<PanelRight aria-hidden />} onClick={onRead} />;
}

/** The field for the person's own words, above the foot of where the preview is read. */
export function DecidingField({ action, card, intents, place }: DecidingProps) {
  if (card.field === null || isReadElsewhere({ action, card, place })) return null;
  const isReason = card.field === 'reason';
  return (
    <div className="border-t border-hairline px-4 py-3">
      <PreviewField
        key={card.field}
        name={card.field}
        label={isReason ? 'Reason' : 'Note'}
        placeholder={isReason ? 'Why not? (optional)' : 'Said to the agent together with what you decide'}
        value={isReason ? card.reason : card.note}
        busy={isSending(card)}
        onType={isReason ? intents.typeReason : intents.typeNote}
        onLeave={() => intents.openField(null)}
      />
    </div>
  );
}

/** The ways to decide. Nothing here takes the focus by itself, and nothing but a button decides. */
export function Deciding(props: DecidingProps) {
  const { action, card, intents, place } = props;
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
          withNote={!isElsewhere}
          onOpen={() => isElsewhere && place.in === 'card' && place.onRead()}
        />
      )}
      <span className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <span role="status" className="min-w-0 text-small text-tertiary wrap-anywhere @max-[480px]:sr-only">
          {isElsewhere ? '' : statusOf(action, card)}
        </span>
        {discarding ? (
          <DecidingButton about={action.fingerprint} off={isSending(card)} onClick={intents.discard}>
            Discard changes
          </DecidingButton>
        ) : (
          <>
            {isElsewhere ? null : (
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

/** A press that asked for a note, since there was nothing to send back with, has the focus go to it. */
function focusNote(from: Element): void {
  const field = from.closest('section')?.querySelector<HTMLElement>('[data-preview-field=note]');
  field?.focus();
}

/** True on a card that shows less than the whole, or leaves that to the pane: it does not decide. */
function isReadElsewhere({ action, card, place }: Omit<DecidingProps, 'intents'>): boolean {
  return place.in === 'card' && (place.cut || place.paneOpen || !isShownWhole(card, action));
}

type QuietProps = Pick<DecidingProps, 'card' | 'intents'> & { withNote: boolean; onOpen(): void };

/** The ways that are taken more rarely: side by side, or in a menu where there is no room. */
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

/** Applies where all of the preview is shown; leads to the rest of it where not. */
function Primary({ action, card, intents, place }: DecidingProps) {
  const isWhole = isShownWhole(card, action);
  if (place.in === 'card' && isReadElsewhere({ action, card, place })) {
    return (
      <Button look={place.paneOpen ? 'secondary' : 'primary'} onClick={place.onRead}>
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

/** Applies what is kept, once a side is taken at each conflict. */
function ApplyButton({ action, card, intents }: Omit<DecidingProps, 'place'>) {
  const isOff = keptChanges(card, action).kept === 0 || openConflicts(card, action) > 0;
  return (
    <DecidingButton
      look="primary"
      about={action.fingerprint}
      off={isSending(card) || isOff}
      onClick={intents.apply}
    >
      {failureOf(action.state) === null ? 'Apply' : 'Apply again'}
    </DecidingButton>
  );
}

function statusOf(action: EditAction, card: PreviewCardState): string {
  if (isSending(card)) return 'Sending…';
  if (card.field === 'reason') return '';
  const edited = changedEdits(card).map(({ path }) => path);
  const { kept, all } = keptChanges(card, action);
  const open = openConflicts(card, action);
  const parts = [
    open === 0 ? null : open === 1 ? '1 place to choose at' : `${open} places to choose at`,
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
