import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import type { Permission } from '../../../shared/permissions/permission.ts';
import type { IntentsOf } from '../store/card-kind.ts';
import { isSending } from '../store/card-kind.ts';
import { ChoicesMenu } from './permission-choices.tsx';
import {
  canChangeLine,
  changedLine,
  type PermissionCardState,
  type PermissionCardTypes,
} from './permission-card-kind.ts';
import { allows, laidOut } from './permission-words.ts';
import { isComplete, isCut, isSubjectShown } from './subject-body.tsx';

export type DecidingProps = {
  permission: Permission;
  card: PermissionCardState;
  intents: IntentsOf<PermissionCardTypes>;
  /** Brings into sight what of the subject was not yet. */
  onMore(): void;
};

/** Names what the buttons decide about, as it is on the card. */
export function decidedAbout({ permission, card }: Pick<DecidingProps, 'permission' | 'card'>): string {
  return `${permission.id} ${card.field ?? ''} ${card.line ?? ''} ${card.anyAsker}`;
}

/** The ways to answer. Nothing here takes the focus by itself. */
export function PermissionFoot({ permission, card, intents, onMore }: DecidingProps) {
  const isShown = isSubjectShown(permission, card);
  const { yes, no } = laidOut(permission.choices);
  const sending = isSending(card);
  const about = decidedAbout({ permission, card });
  const changed = changedLine(card, permission);
  const isDenying = card.field === 'reason';
  return (
    <div data-permission-buttons className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
      <QuietButtons {...{ permission, card, intents }} />
      <span role="status" className="min-w-0 text-small text-tertiary wrap-anywhere">
        {sending ? 'Sending…' : changed !== null && !isDenying ? 'With your command' : ''}
      </span>
      <span className="ms-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1 @max-[340px]:gap-x-1 @max-[340px]:*:px-2">
        {isDenying || card.line !== null ? null : (
          <ChoicesMenu
            choices={isShown ? permission.choices : permission.choices.filter((choice) => !allows(choice))}
            asker={permission.asker}
            about={about}
            card={card}
            onChoose={intents.choose}
            onAnyAsker={intents.setAnyAsker}
          />
        )}
        {no === undefined ? null : (
          <DecidingButton
            look={yes === undefined || isDenying ? 'primary' : 'secondary'}
            about={about}
            off={sending}
            onClick={() => intents.choose(no)}
          >
            {no.words ?? 'Deny'}
          </DecidingButton>
        )}
        {yes === undefined || isDenying ? null : isCut(permission, card.shownWhole) ? (
          <Button look="primary" onClick={intents.showWhole}>
            Show everything
          </Button>
        ) : isComplete(permission, card) && !card.wasInSight ? (
          <Button look="primary" onClick={onMore}>
            Show more
          </Button>
        ) : (
          <DecidingButton
            look="primary"
            about={about}
            off={sending || !isShown || card.line?.trim() === ''}
            onClick={() => intents.choose(yes)}
          >
            {yes.words ?? 'Allow once'}
          </DecidingButton>
        )}
      </span>
    </div>
  );
}

function QuietButtons({ permission, card, intents }: Omit<DecidingProps, 'onMore'>) {
  const sending = isSending(card);
  if (card.field === 'reason') {
    return (
      <Button look="quiet" aria-disabled={sending} onClick={() => intents.openField(null)}>
        Cancel
      </Button>
    );
  }
  return (
    <>
      <Button
        look="quiet"
        data-opens="reason"
        aria-disabled={sending}
        onClick={() => intents.openField('reason')}
      >
        Deny with a reason
      </Button>
      {permission.subject.type !== 'command' ? null : !canChangeLine(permission) ? (
        <Button look="quiet" data-opens="reason" aria-disabled={sending} onClick={intents.suggestCommand}>
          Suggest a command
        </Button>
      ) : card.line === null ? (
        <Button
          look="quiet"
          data-opens="line"
          aria-disabled={sending}
          onClick={() => {
            if (permission.subject.type === 'command') intents.typeLine(permission.subject.line);
            intents.openField('line');
          }}
        >
          Edit command
        </Button>
      ) : (
        <Button look="quiet" aria-disabled={sending} onClick={intents.keepLine}>
          Undo edit
        </Button>
      )}
    </>
  );
}
