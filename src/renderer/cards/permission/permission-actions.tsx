import { ChevronDown, Ellipsis, MessageSquarePlus, MessageSquareX, SquarePen, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { folderName } from '../../../shared/files/folder-name.ts';
import type { Permission, PermissionChoice } from '../../../shared/permissions/permission.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton, DecidingItem } from '../../ui/decision/deciding-controls.tsx';
import { Menu, MenuItem, menuItemLook } from '../../ui/menu.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useSendingText } from '../sending.ts';
import { type IntentsOf, isSending } from '../store/card-kind.ts';
import {
  allows,
  canAddNote,
  canChangeLine,
  changedLine,
  laidOut,
  type PermissionCardState,
  type PermissionCardTypes,
} from './permission-card-kind.ts';
import { permissionWeight } from '../../../shared/permissions/permission-weight.ts';
import { ruleScope, ruleText } from '../../../shared/permissions/permission-text.ts';
import { CoveredBefore } from './covered-before.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { isComplete, isCut, isSubjectShown } from './subject-body.tsx';

type DecidingProps = {
  permission: Permission;
  card: PermissionCardState;
  intents: IntentsOf<PermissionCardTypes>;
  /** Shows more of the subject. */
  onMore(): void;
};

/** Names what the buttons decide about, as it is on the card. */
export function decidedAbout({ permission, card }: Pick<DecidingProps, 'permission' | 'card'>): string {
  return `${permission.id} ${card.field ?? ''} ${card.line ?? ''} ${card.anyAsker}`;
}

export const allowLooks = { harmless: 'primary', reaches: 'solid', destroys: 'danger' } as const;

/** True if the card as it stands may be allowed: all of it was in sight, and what the person enters is there. */
export function mayAllow(permission: Permission, card: PermissionCardState): boolean {
  const isEntered = card.line?.trim() !== '' && (card.field !== 'note' || card.note.trim() !== '');
  return isEntered && isSubjectShown(permission, card);
}

/** The buttons. None of them takes the focus by itself. */
export function PermissionFoot({ permission, card, intents, onMore }: DecidingProps) {
  const isShown = isSubjectShown(permission, card);
  const { yes, no } = laidOut(permission.choices);
  const sending = isSending(card);
  const sendingText = useSendingText();
  const about = decidedAbout({ permission, card });
  const changed = changedLine(card, permission);
  const isDenying = card.field === 'reason';
  const isNoting = card.field === 'note';
  return (
    <div data-permission-buttons className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
      <QuietButtons {...{ permission, card, intents }} />
      <span role="status" className="min-w-0 text-small text-tertiary wrap-anywhere">
        {sending ? sendingText : changed !== null && !isDenying ? 'With your command' : ''}
      </span>
      <span className="ms-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1 @max-[340px]:gap-x-1 @max-[340px]:*:px-2">
        {isDenying || isNoting || card.line !== null ? null : (
          <ChoicesMenu
            choices={isShown ? permission.choices : permission.choices.filter((choice) => !allows(choice))}
            asker={permission.asker}
            {...{ about, card, intents }}
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
            look={allowLooks[changed === null ? permissionWeight(permission.subject) : 'reaches']}
            about={about}
            off={sending || !mayAllow(permission, card)}
            onClick={() => intents.choose(yes)}
          >
            {isNoting ? 'Allow with this note' : (yes.words ?? 'Allow once')}
          </DecidingButton>
        )}
      </span>
    </div>
  );
}

/** Offers not to ask about confined commands of the folder any more, which allows this one too. */
export function UnaskedOffer({ permission, card, intents }: Omit<DecidingProps, 'onMore'>) {
  const { unasked } = laidOut(permission.choices);
  if (unasked === undefined || card.field !== null || card.line !== null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-second text-secondary">
        Confined commands can run here without a card: without network, and without files that may hold
        secrets. What deletes, sends or touches git still asks.
      </p>
      <DecidingButton
        look="secondary"
        className="min-w-0 max-w-full shrink!"
        about={decidedAbout({ permission, card })}
        off={isSending(card) || !isSubjectShown(permission, card)}
        onClick={() => intents.choose(unasked)}
      >
        <span className="text-start wrap-anywhere">
          Run confined commands without asking in{' '}
          <VisibleText text={folderName(permission.folder)} layout="line" />
        </span>
      </DecidingButton>
    </div>
  );
}

type QuietAction = {
  words: string;
  /** The field that it opens. */
  opens?: 'reason' | 'note' | 'line';
  icon: ReactNode;
  run(): void;
};

/** The rarer actions: buttons, or a menu where there is no room for several. */
function QuietButtons({ permission, card, intents }: Omit<DecidingProps, 'onMore'>) {
  const sending = isSending(card);
  if (card.field === 'reason' || card.field === 'note') {
    return (
      <Button look="quiet" aria-disabled={sending} onClick={() => intents.openField(null)}>
        Cancel
      </Button>
    );
  }
  const actions = quietActions({ permission, card, intents });
  const buttons = actions.map(({ words, opens, run }) => (
    <Button key={words} look="quiet" data-opens={opens} aria-disabled={sending} onClick={run}>
      {words}
    </Button>
  ));
  if (actions.length === 1) return buttons;
  return (
    <>
      <span className="@min-[480px]:hidden">
        <Menu label="More" icon={<Ellipsis aria-hidden />}>
          {actions.map(({ words, icon, run }) => (
            <MenuItem key={words} icon={icon} onChoose={() => sending || run()}>
              {words}
            </MenuItem>
          ))}
        </Menu>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 @max-[480px]:hidden">{buttons}</span>
    </>
  );
}

function quietActions({ permission, card, intents }: Omit<DecidingProps, 'onMore'>): QuietAction[] {
  const { subject } = permission;
  const actions: QuietAction[] = [
    {
      words: 'Deny with a reason',
      opens: 'reason',
      icon: <MessageSquareX aria-hidden />,
      run: () => intents.openField('reason'),
    },
  ];
  if (canAddNote(permission))
    actions.push({
      words: 'Allow with a note',
      opens: 'note',
      icon: <MessageSquarePlus aria-hidden />,
      run: () => intents.openField('note'),
    });
  if (subject.type !== 'command') return actions;
  const icon = <SquarePen aria-hidden />;
  if (!canChangeLine(permission))
    actions.push({ words: 'Suggest a command', opens: 'reason', icon, run: intents.suggestCommand });
  else if (card.line !== null)
    actions.push({ words: 'Undo edit', icon: <Undo2 aria-hidden />, run: intents.keepLine });
  else
    actions.push({
      words: 'Edit command',
      opens: 'line',
      icon,
      run() {
        intents.typeLine(subject.line);
        intents.openField('line');
      },
    });
  return actions;
}

type ChoicesMenuProps = {
  choices: readonly PermissionChoice[];
  asker: string;
  /** Names what is decided about as it is shown. */
  about: string;
  card: PermissionCardState;
  intents: IntentsOf<PermissionCardTypes>;
};

/**
 * The wider choices, the narrowest first, under the rule about a command that can be made. No item has the focus at
 * first, so that opening it can't choose one.
 */
function ChoicesMenu({ choices, asker, about, card, intents }: ChoicesMenuProps) {
  const { steps, wider, refusals } = laidOut(choices);
  const [first, ...others] = steps;
  // The rule that is made says for itself whose commands it is about.
  const asksForWhom = first === undefined && choices.some(({ rule }) => rule !== undefined);
  if (steps.length + wider.length + refusals.length === 0) return null;
  const items = (some: readonly PermissionChoice[]) =>
    some.map((choice) => (
      <DecidingItem key={choice.id} about={about} onClick={() => intents.choose(choice)}>
        <ChoiceText choice={choice} anyAsker={card.anyAsker} />
      </DecidingItem>
    ));
  return (
    <Menu
      label="More choices"
      icon={<ChevronDown aria-hidden />}
      text="secondary"
      focusItem={false}
      head={
        first === undefined ? undefined : (
          <RuleEditor
            steps={[first, ...others]}
            {...{ asker, about }}
            anyAsker={card.anyAsker}
            off={isSending(card)}
            onAnyAsker={intents.setAnyAsker}
            onKeep={intents.choose}
            renderCovered={(choiceId, whose) => (
              <CoveredBefore {...{ choiceId }} asker={whose} past={card.past} onLookBack={intents.lookBack} />
            )}
          />
        )
      }
    >
      {items(wider)}
      {wider.length > 0 && refusals.length > 0 ? <Line /> : null}
      {items(refusals)}
      {asksForWhom ? (
        <>
          <Line />
          <AnyAskerItem {...{ asker }} anyAsker={card.anyAsker} onAnyAsker={intents.setAnyAsker} />
        </>
      ) : null}
    </Menu>
  );
}

type AnyAskerProps = { asker: string; anyAsker: boolean; onAnyAsker(anyAsker: boolean): void };

/** Has a new rule hold for every agent. */
function AnyAskerItem({ asker, anyAsker, onAnyAsker }: AnyAskerProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={anyAsker}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        onAnyAsker(!anyAsker);
      }}
      className={`${menuItemLook} text-second`}
    >
      <span
        aria-hidden
        className={`size-3.5 shrink-0 rounded-small border ${anyAsker ? 'border-transparent bg-solid' : 'border-control'}`}
      />
      <span className="min-w-0 wrap-anywhere">
        For every agent, not only <VisibleText text={asker} layout="line" />
      </span>
    </button>
  );
}

function Line() {
  return <hr className="mx-2.5 my-1 border-hairline" />;
}

function ChoiceText({ choice, anyAsker }: { choice: PermissionChoice; anyAsker: boolean }) {
  const { words, rule, meaning, coverage } = choice;
  if (rule === undefined) {
    const own = words ?? ownWords[meaning];
    return <VisibleText text={own} layout="line" />;
  }
  const { before, code, after } = ruleText(rule);
  const scope = ruleScope({ ...rule, ...(anyAsker && { asker: null }), ...(coverage && { coverage }) });
  return (
    <>
      <span className="block wrap-anywhere">
        {words === undefined ? (
          <>
            {before}
            <code dir="ltr" className="font-mono text-code">
              <VisibleText text={code} layout="line" />
            </code>
            <VisibleText text={after} layout="line" />
          </>
        ) : (
          <VisibleText text={words} layout="line" />
        )}
      </span>
      <span className="block text-small text-tertiary wrap-anywhere">
        <VisibleText text={scope} layout="line" />
      </span>
    </>
  );
}

const ownWords = {
  once: 'Allow once',
  always: 'Always allow',
  no: 'Deny',
  'no-and-stop': 'Deny, and stop',
} as const;
