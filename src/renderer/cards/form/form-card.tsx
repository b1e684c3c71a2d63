import { Ban, ClipboardList, ExternalLink } from 'lucide-react';
import type { Form } from '../../../shared/forms/form.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { CardFrame } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import { type IntentsOf, isSending } from '../store/card-kind.ts';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { FieldsBody } from './fields-body.tsx';
import { formCardKind, type FormCardState, type FormCardTypes, isFormCollapsed } from './form-card-kind.ts';
import { type FormPart, hasEnded, isOpened } from './form-part.ts';
import { formCardName, formState } from './form-words.ts';
import { LinkBody } from './link-body.tsx';
import { settledLine, SettledForm } from './settled-form.tsx';

type FormCardProps = {
  part: FormPart;
  /** Number of it among the forms of the same name. */
  nth: number;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** True while no turn runs that waits for it, as after a restart: an answer calls its tool once more. */
  isLeft: boolean;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Takes the focus that was in the card when it was answered; false where it stays in the card. */
  onDecided(): boolean;
};

/** A form or link that an agent or a server asks a person to fill in or to open: all of it while it waits, a line when it has ended. */
export function FormCard({ part, nth, position, store, isLeft, onNext, onDecided }: FormCardProps) {
  const { form, call, done } = part;
  const { asker, settlement } = form;
  const { card, intents } = useCard(store, formCardKind, part);
  const waiting = settlement === null;
  const ended = hasEnded(part);
  const { collapseButton, collapseByKey } = useSettling({ deciding: waiting, ended, intents, onDecided });

  return (
    <CardFrame
      name={formCardName(form, nth)}
      toolCallId={call}
      icon={<FormIcon form={form} />}
      title={formCardName(form, 1)}
      status={
        <>
          <span>{formState(form, done)}</span>
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      meta={asker.server === undefined ? undefined : `for ${asker.agent}`}
      waiting={waiting}
      calling={waiting}
      collapsed={isFormCollapsed(card, part)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={collapseByKey}
      line={ended ? settledLine(part) : undefined}
      flush
    >
      {isLeft && waiting ? (
        <p className="border-t border-hairline px-4 pt-3 text-second text-secondary">
          Parley ended while this waited. Your answer calls the tool once more, which gets it then.
        </p>
      ) : null}
      <FormBody {...{ part, card, intents }} />
    </CardFrame>
  );
}

export type FormBodyProps = { part: FormPart; card: FormCardState; intents: IntentsOf<FormCardTypes> };

function FormBody({ part, card, intents }: FormBodyProps) {
  const { subject, settlement } = part.form;
  const busy = isSending(card);
  const failure =
    card.failure === null ? null : (
      <div className="basis-full ps-2.5">
        <ProblemLine>{card.failure}</ProblemLine>
      </div>
    );
  if (settlement !== null && !isOpened(part)) return <SettledForm {...{ part, card }} />;
  switch (subject.type) {
    case 'fields':
      return <FieldsBody {...{ part, subject, card, intents, busy, failure }} />;
    case 'link':
      return <LinkBody {...{ part, subject, intents, busy, failure }} />;
    case 'refused':
      return <SettledForm {...{ part, card }} />;
  }
}

function FormIcon({ form: { subject, settlement } }: { form: Form }) {
  if (settlement !== null && settlement.ending.type !== 'accepted') return <Ban aria-hidden />;
  return subject.type === 'link' ? <ExternalLink aria-hidden /> : <ClipboardList aria-hidden />;
}
