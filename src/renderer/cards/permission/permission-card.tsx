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
import type { RuleId } from '../../../shared/ids.ts';
import type { Permission, PermissionSubjectType } from '../../../shared/permissions/permission.ts';
import { subjectName, subjectText } from '../../../shared/permissions/subject-words.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Absence } from '../absence.tsx';
import { CardFrame } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { isCollapsed } from '../store/card-kind.ts';
import { permissionCardKind } from './permission-card-kind.ts';
import type { PermissionPart } from './permission-part.ts';
import { permissionTitle, settledWords } from './permission-words.ts';
import { settledLine, UndoRule } from './settled-permission.tsx';
import { PermissionBody } from './permission-body.tsx';

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

/** The card of a permission: to be allowed or denied while it waits, a line when it has ended. */
export function PermissionCard(props: PermissionCardProps) {
  const { part, nth, position, store, hasRule, onUndoRule, onNext, onDecided } = props;
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
      title={waiting ? permissionTitle(permission) : subjectName(subject)}
      status={
        <>
          <span>{waiting ? 'Needs you' : settledWords(permission, part.result !== null).state}</span>
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      waiting={waiting}
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
      <PermissionBody {...{ part, card, intents }} />
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
