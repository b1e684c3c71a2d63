import {
  Ban,
  CircleHelp,
  FileDiff,
  FileLock,
  Globe,
  ShieldCheck,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { hasHiddenCharacters } from '../../../shared/hidden-characters.ts';
import type { RuleId } from '../../../shared/ids.ts';
import type { Permission, PermissionSubjectType } from '../../../shared/permissions/permission.ts';
import {
  permissionTitle,
  settledText,
  subjectName,
  subjectText,
} from '../../../shared/permissions/permission-text.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useDecidingKeys } from '../../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { keepPlace } from '../../ui/stay-here.ts';
import { Field, GrowingTextField } from '../../ui/text-input.tsx';
import { useSeenWhole } from '../../ui/use-seen-whole.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { Absence } from '../absence.tsx';
import { CardFoot, CardFrame } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import type { CardStore } from '../store/card-store.ts';
import { type IntentsOf, isCollapsed, isSending } from '../store/card-kind.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { useFocusFrom } from '../use-focus-from.ts';
import { CommandFacts, isComplete, isCut, SubjectBody } from './subject-body.tsx';
import {
  laidOut,
  permissionCardKind,
  type PermissionCardState,
  type PermissionCardTypes,
  type PermissionPart,
} from './permission-card-kind.ts';
import { decidedAbout, mayAllow, PermissionFoot, UnaskedOffer } from './permission-actions.tsx';
import { type OtherRequest, SameRequests } from './same-requests.tsx';
import { SettledDetails, settledLine, UndoRule } from './settled-permission.tsx';

type PermissionCardProps = {
  part: PermissionPart;
  nth: number;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** True while the rule that answered, or was made with the answer, is still there. */
  hasRule: boolean;
  onUndoRule(id: RuleId): void;
  /** Requests of other chats for the same. */
  others: readonly OtherRequest[];
  /** Answers this request and those of the others. */
  onAnswerAll(verdict: 'once' | 'no'): Promise<void>;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** The card of a permission: to be allowed or denied while it waits, a line when it has ended. */
export function PermissionCard(props: PermissionCardProps) {
  const { part, nth, position, store, hasRule, onUndoRule, others, onAnswerAll, onNext, onDecided } = props;
  const { permission, toolCallId } = part;
  const { subject, settlement } = permission;
  const { card, intents } = useCard(store, permissionCardKind, part);
  const waiting = settlement === null;
  const { collapseButton, collapseByKey } = useSettling({
    deciding: waiting,
    ended: !waiting,
    intents,
    onDecided,
  });
  return (
    <CardFrame
      name={`Permission: ${subjectName(subject)}${nth > 1 ? `, request ${nth}` : ''}`}
      toolCallId={toolCallId}
      icon={<PermissionIcon permission={permission} />}
      from="agent"
      title={waiting ? permissionTitle(permission, part.work?.subagent) : subjectName(subject)}
      status={
        <>
          <span>{waiting ? 'Needs you' : settledText(permission, part.result !== null).state}</span>
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      waiting={waiting}
      endedAt={permission.settlement?.at}
      calling={waiting}
      collapsed={isCollapsed(card, !waiting)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={collapseByKey}
      line={waiting ? undefined : settledLine({ part, hasRule, onUndoRule })}
      actions={
        <>
          <UndoRule {...{ permission, hasRule, onUndoRule }} />
          {subject.type === 'missing' ? null : <CopyButton text={() => subjectText(subject)} />}
        </>
      }
      summary={<Absence asker={permission.asker} presence={undefined} waiting={waiting} what="decision" />}
      flush
    >
      <PermissionBody {...{ part, card, intents, others, onAnswerAll }} />
    </CardFrame>
  );
}

const icons = {
  command: SquareTerminal,
  edit: FileDiff,
  mcp: Wrench,
  fetch: Globe,
  read: FileLock,
  other: CircleHelp,
  missing: CircleHelp,
} satisfies Record<PermissionSubjectType, unknown>;

function PermissionIcon({ permission: { subject, settlement } }: { permission: Permission }) {
  const outcome = settlement?.outcome;
  const Icon =
    outcome === undefined
      ? icons[subject.type]
      : outcome.type !== 'allowed'
        ? Ban
        : outcome.by.type !== 'person'
          ? ShieldCheck
          : icons[subject.type];
  return <Icon aria-hidden />;
}

type BodyProps = {
  part: PermissionPart;
  card: PermissionCardState;
  intents: IntentsOf<PermissionCardTypes>;
};

type WaitingBodyProps = BodyProps & Pick<PermissionCardProps, 'others' | 'onAnswerAll'>;

function PermissionBody({ part, card, intents, others, onAnswerAll }: WaitingBodyProps) {
  const { permission } = part;
  const waiting = permission.settlement === null;
  const content = useRef<HTMLDivElement>(null);
  const subject = useRef<HTMLDivElement>(null);
  const about = decidedAbout({ permission, card });
  const { byKey } = useDecidingKeys(content, waiting && !isSending(card) ? about : null);

  const isEditing = isLineOpen(card);
  const showMore = useSeenWhole(subject, {
    about: !waiting || card.wasInSight || !isComplete(permission, card) ? null : String(isEditing),
    onSeen: intents.noteInSight,
  });

  function byKeyChoose(which: 'yes' | 'no'): void {
    const choice = laidOut(permission.choices)[which];
    const mayNow = which === 'no' || mayAllow(permission, card);
    if (choice !== undefined && mayNow) byKey(() => intents.choose(choice));
  }

  return (
    <div ref={content} className="rounded-b-[inherit]">
      <div ref={subject} className="flex flex-col gap-2.5 border-t border-hairline px-4 py-3.5">
        <Subject {...{ part, card, intents }} />
        <AskerReason permission={permission} />
        {waiting ? null : <SettledDetails part={part} card={card} />}
      </div>
      {card.failure === null ? null : (
        <div className="px-4 pb-3">
          <ProblemLine>{card.failure}</ProblemLine>
        </div>
      )}
      {waiting ? <WordsField {...{ permission, card, intents }} onSend={byKeyChoose} /> : null}
      {waiting && others.length > 0 && card.field === null && card.line === null ? (
        <SameRequests {...{ others, about, onAnswerAll }} mayAllow={mayAllow(permission, card)} />
      ) : null}
      {waiting ? (
        <>
          <UnaskedOffer {...{ permission, card, intents }} />
          <CardFoot>
            <PermissionFoot {...{ permission, card, intents }} onMore={showMore} />
          </CardFoot>
        </>
      ) : null}
    </div>
  );
}

type WordsProps = Omit<BodyProps, 'part'> & { permission: Permission; onSend(which: 'yes' | 'no'): void };

/** What the person says with a no or a yes. */
function WordsField({ permission: { asker }, card, intents, onSend }: WordsProps) {
  if (card.field !== 'reason' && card.field !== 'note') return null;
  const common = { busy: isSending(card), onLeave: () => intents.openField(null) };
  return (
    <div className="border-t border-hairline px-4 py-3">
      {card.field === 'reason' ? (
        <PermissionField
          label="Reason"
          placeholder="Why not, or what to do instead"
          value={card.reason}
          onType={intents.typeReason}
          onSend={() => onSend('no')}
          {...common}
        />
      ) : (
        <PermissionField
          label={`Note for ${asker}`}
          placeholder="What to keep in mind"
          value={card.note}
          onType={intents.typeNote}
          onSend={() => onSend('yes')}
          {...common}
        />
      )}
    </div>
  );
}

/** True while the command is shown as the person changes it. */
function isLineOpen({ line, field }: PermissionCardState): boolean {
  return line !== null && field !== 'reason';
}

/** The subject; a settled card shows the rest of a long one on demand, too. */
function Subject({ part: { permission }, card, intents }: BodyProps) {
  const shown = useRef<HTMLDivElement>(null);
  if (permission.settlement === null)
    return card.line !== null && isLineOpen(card) ? (
      <EditedCommand {...{ permission, card, intents }} line={card.line} />
    ) : (
      <SubjectBody permission={permission} whole={card.shownWhole} onLines={intents.noteLines} />
    );

  /** The button disappears when pressed, so the focus moves to what it brought. */
  function showWhole(): void {
    if (shown.current !== null) keepPlace(shown.current);
    intents.showWhole();
    shown.current?.focus({ preventScroll: true });
  }

  // Lines of a change reach to the edges of the card, over its padding.
  const lines = permission.subject.type === 'edit';
  return (
    <div ref={shown} tabIndex={-1} className="flex flex-col gap-2.5 outline-none">
      <SubjectBody permission={permission} whole={card.shownWhole} />
      {isCut(permission, card.shownWhole) ? (
        <Button look="quiet" className={`-ms-3 -mb-2 self-start ${lines ? 'mt-2' : ''}`} onClick={showWhole}>
          Show everything
        </Button>
      ) : null}
    </div>
  );
}

type EditedProps = Omit<BodyProps, 'part'> & { permission: Permission; line: string };

/** The command as the person changes it. */
function EditedCommand({ permission: { subject, folder }, card, intents, line }: EditedProps) {
  return (
    <>
      <PermissionField
        label="Command"
        mono
        value={line}
        busy={isSending(card)}
        onType={intents.typeLine}
        onLeave={intents.keepLine}
      />
      {hasHiddenCharacters(line) ? (
        <p className="pt-2 text-second text-secondary">
          With its hidden characters:{' '}
          <code className="font-mono text-code break-all whitespace-pre-wrap text-ink">
            <VisibleText text={line} countBlanks />
          </code>
        </p>
      ) : null}
      {subject.type === 'command' ? <CommandFacts subject={subject} chatFolder={folder} /> : null}
    </>
  );
}

function AskerReason({ permission: { reason } }: { permission: Permission }) {
  if (reason === null || reason.trim() === '') return null;
  return (
    <p className="text-second wrap-anywhere whitespace-pre-wrap" dir="auto">
      “<VisibleText text={reason} countBlanks />”
    </p>
  );
}

type PermissionFieldProps = {
  label: string;
  placeholder?: string;
  mono?: boolean;
  value: string;
  busy: boolean;
  onType(text: string): void;
  /** Ctrl+Enter or Cmd+Enter; without it no key in the field decides anything. */
  onSend?(): void;
  onLeave(): void;
};

/** A field of a permission's card. It takes the focus only from the button that opened it. */
function PermissionField({
  label,
  mono = false,
  busy,
  onType,
  onSend,
  onLeave,
  ...rest
}: PermissionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusFrom('[data-permission-buttons]', field);

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onLeave();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend?.();
    }
  }

  return (
    <Field label={label}>
      {(id) => (
        <GrowingTextField
          ref={field}
          id={id}
          className={mono ? 'font-mono text-code' : ''}
          spellCheck={!mono}
          dir={mono ? 'ltr' : 'auto'}
          readOnly={busy}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          {...rest}
        />
      )}
    </Field>
  );
}
