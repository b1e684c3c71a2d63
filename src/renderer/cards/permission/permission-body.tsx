import { useRef } from 'react';
import { hasHiddenCharacters } from '../../../shared/hidden-characters.ts';
import type { Permission } from '../../../shared/permissions/permission.ts';
import { Button } from '../../ui/button.tsx';
import { useDecidingKeys } from '../../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardFoot } from '../card-frame.tsx';
import { type IntentsOf, isSending } from '../store/card-kind.ts';
import { useSeenWhole } from '../../ui/use-seen-whole.ts';
import { keepPlace } from '../../ui/stay-here.ts';
import { PermissionField } from './permission-field.tsx';
import { decidedAbout, PermissionFoot } from './permission-foot.tsx';
import type { PermissionCardState, PermissionCardTypes } from './permission-card-kind.ts';
import type { PermissionPart } from './permission-part.ts';
import { laidOut } from './permission-words.ts';
import { SettledDetails } from './settled-permission.tsx';
import { isComplete, isCut, SubjectBody } from './subject-body.tsx';
import { CommandFacts } from './command-facts.tsx';

type BodyProps = {
  part: PermissionPart;
  card: PermissionCardState;
  intents: IntentsOf<PermissionCardTypes>;
};

/** The inside of the card: what is asked for, why, and the ways to answer. */
export function PermissionBody({ part, card, intents }: BodyProps) {
  const { permission } = part;
  const waiting = permission.settlement === null;
  const content = useRef<HTMLDivElement>(null);
  const subject = useRef<HTMLDivElement>(null);
  const about = decidedAbout({ permission, card });
  const { byKey } = useDecidingKeys(content, waiting && !isSending(card) ? about : null);

  const isEditing = card.line !== null && card.field !== 'reason';
  const showMore = useSeenWhole(subject, {
    about: !waiting || card.wasInSight || !isComplete(permission, card) ? null : String(isEditing),
    onSeen: intents.noteInSight,
  });

  function deny(): void {
    const { no } = laidOut(permission.choices);
    if (no !== undefined) byKey(() => intents.choose(no));
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
          <PermissionFoot {...{ permission, card, intents }} onMore={showMore} />
        </CardFoot>
      ) : null}
    </div>
  );
}

/** The subject of a permission. A settled card too shows the rest of a long subject once that is wanted. */
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
