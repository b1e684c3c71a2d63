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
import { subjectName, subjectText } from '../../../shared/permissions/subject-words.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useDecidingKeys } from '../../ui/decision/use-arming.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { Absence } from '../absence.tsx';
import { CardFoot, CardFrame } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import { type IntentsOf, isSending } from '../store/card-kind.ts';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { keepPlace } from '../../ui/stay-here.ts';
import { PermissionField } from './permission-field.tsx';
import { decidedAbout, PermissionFoot } from './permission-foot.tsx';
import {
  isCollapsed,
  permissionCardKind,
  type PermissionCardState,
  type PermissionCardTypes,
} from './permission-card-kind.ts';
import type { PermissionPart } from './permission-part.ts';
import { laidOut, permissionTitle, settledWords } from './permission-words.ts';
import { SettledDetails, settledLine, UndoRule } from './settled-permission.tsx';
import { CommandFacts, isCut, SubjectBody } from './subject-body.tsx';

type PermissionCardProps = {
  part: PermissionPart;
  /** Number of it among the permissions of the same name. */
  nth: number;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** True while the rule that answered, or was made with the answer, is still there. */
  hasRule: boolean;
  onUndoRule(id: RuleId): void;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** What an agent wants to do: to be allowed or denied while it waits, a line when it has ended. */
export function PermissionCard(props: PermissionCardProps) {
  const { part, nth, position, store, hasRule, onUndoRule, onNext, onDecided } = props;
  const { permission, toolCallId } = part;
  const { subject, settlement } = permission;
  const { card, intents } = useCard(store, permissionCardKind, part);
  const waiting = settlement === null;
  const { collapseButton } = useSettling({ deciding: waiting, ended: !waiting, intents, onDecided });
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    intents.setCollapsed(true);
    collapseButton.current?.focus({ preventScroll: true });
  }

  return (
    <CardFrame
      name={`Permission: ${subjectName(subject)}${nth > 1 ? `, request ${nth}` : ''}`}
      toolCallId={toolCallId}
      icon={<PermissionIcon permission={permission} />}
      title={waiting ? permissionTitle(permission) : subjectName(subject)}
      status={
        <>
          <span>{waiting ? 'Needs you' : settledWords(permission, part.result !== null).state}</span>
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      waiting={waiting}
      calling={waiting}
      collapsed={isCollapsed(card, permission)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={onKeyDown}
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
      <PermissionBody {...{ part, card, intents }} />
    </CardFrame>
  );
}

type BodyProps = {
  part: PermissionPart;
  card: PermissionCardState;
  intents: IntentsOf<PermissionCardTypes>;
};

function PermissionBody({ part, card, intents }: BodyProps) {
  const { permission } = part;
  const waiting = permission.settlement === null;
  const content = useRef<HTMLDivElement>(null);
  const about = decidedAbout({ permission, card });
  const { byKey } = useDecidingKeys(content, waiting && !isSending(card) ? about : null);

  function deny(): void {
    const { no } = laidOut(permission.choices);
    if (no !== undefined) byKey(() => intents.choose(no));
  }

  return (
    <div ref={content} className="rounded-b-[inherit]">
      <div className="flex flex-col gap-2.5 border-t border-hairline px-4 py-3.5">
        <Subject {...{ part, card, intents }} />
        <AskerReason permission={permission} />
        {waiting ? null : <SettledDetails part={part} card={card} />}
      </div>
      {card.failure === null ? null : (
        <div className="px-4 pb-3">
          <ProblemLine>{card.failure}</ProblemLine>
        </div>
      )}
      {waiting && card.field === 'reason' ? (
        <div className="border-t border-hairline px-4 py-3">
          <PermissionField
            label="Reason"
            placeholder="Why not, or what to do instead"
            value={card.reason}
            busy={isSending(card)}
            onType={intents.typeReason}
            onSend={deny}
            onLeave={() => intents.openField(null)}
          />
        </div>
      ) : null}
      {waiting ? (
        <CardFoot>
          <PermissionFoot {...{ permission, card, intents }} />
        </CardFoot>
      ) : null}
    </div>
  );
}

/** What permission is asked for. A settled card too shows the rest of a long subject once that is wanted. */
function Subject({ part: { permission }, card, intents }: BodyProps) {
  const shown = useRef<HTMLDivElement>(null);
  if (permission.settlement === null)
    return card.line !== null && card.field !== 'reason' ? (
      <EditedCommand {...{ permission, card, intents }} line={card.line} />
    ) : (
      <SubjectBody permission={permission} whole={card.shownWhole} onLines={intents.noteLines} />
    );

  /** The button goes with its press, so the focus stays with what it brought. */
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
            <VisibleText text={line} />
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
      “<VisibleText text={reason} />”
    </p>
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
  const verdict = settlement?.verdict;
  const Icon =
    verdict === undefined
      ? icons[subject.type]
      : verdict.type !== 'allowed'
        ? Ban
        : verdict.by.type === 'rule'
          ? ShieldCheck
          : icons[subject.type];
  return <Icon aria-hidden />;
}
