import { Ban, ClipboardList, ExternalLink } from 'lucide-react';
import { askerOf, formCardName, formState, valuesIn } from '../../../shared/forms/form-text.ts';
import type { Form, FormSubject } from '../../../shared/forms/form.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardFrame, type CardLine } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import type { CardStore } from '../store/card-store.ts';
import { isSending } from '../store/card-kind.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { FieldsBody, FormMessage } from './fields-body.tsx';
import {
  type FormBodyProps,
  formCardKind,
  type FormCardState,
  type FormPart,
  hasEnded,
  isFormCollapsed,
  isOpened,
} from './form-card-kind.ts';
import { LinkAddress, LinkBody } from './link-body.tsx';

type FormCardProps = {
  part: FormPart;
  nth: number;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** True if no turn waits for it, as after a restart: an answer calls its tool again. */
  isOrphaned: boolean;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Takes the focus that was in the card when it was answered; false where it stays in the card. */
  onDecided(): boolean;
};

/** A form or link that an agent or a server asks a person to fill in or to open: all of it while it waits, a line when it has ended. */
export function FormCard({ part, nth, position, store, isOrphaned, onNext, onDecided }: FormCardProps) {
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
      {...(asker.server === undefined && { from: 'agent' })}
      title={formCardName(form, 1)}
      status={
        <>
          <span>{formState(form, done)}</span>
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      meta={asker.server === undefined ? undefined : `for ${asker.agent}`}
      waiting={waiting}
      endedAt={settlement?.at}
      calling={waiting}
      collapsed={isFormCollapsed(card, part)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={collapseByKey}
      line={ended ? settledLine(part) : undefined}
      flush
    >
      {isOrphaned && waiting ? (
        <p className="border-t border-hairline px-4 pt-3 text-second text-secondary">
          Parley closed while this waited. Your answer runs the tool again and goes to it.
        </p>
      ) : null}
      <FormBody {...{ part, card, intents }} />
    </CardFrame>
  );
}

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
  if (settlement !== null && settlement.outcome.type !== 'accepted') return <Ban aria-hidden />;
  return subject.type === 'link' ? <ExternalLink aria-hidden /> : <ClipboardList aria-hidden />;
}

/** The line of an ended form: the values or the status, then who asked. */
function settledLine({ form, done }: FormPart): CardLine {
  const state = formState(form, done);
  const values = sentValues(form).map(({ text }) => text.replaceAll(/\s+/gu, ' '));
  const { subject } = form;
  const about = subject.type === 'link' ? `${subject.host} · ` : '';
  const what = values.length === 0 ? state : values.join(' · ');
  const from = `${values.length === 0 ? about : 'Sent · '}${askerOf(form)}`;
  return {
    what: <VisibleText text={what} layout="line" />,
    from: <VisibleText text={from} layout="line" />,
    whole: `${what} · ${from}`,
  };
}

function sentValues({ subject, settlement }: FormPart['form']) {
  return subject.type === 'fields' && settlement?.outcome.type === 'accepted'
    ? valuesIn(subject, settlement.outcome.values)
    : [];
}

/** The questions and answers of a form, and what was entered and not sent. */
function SettledForm({ part, card }: { part: FormPart; card: FormCardState }) {
  const { form } = part;
  const { subject, message } = form;
  return (
    <div className="flex flex-col gap-3.5 rounded-b-[inherit] border-t border-hairline px-4 py-4">
      <FormMessage message={message} />
      <Asked subject={subject} part={part} card={card} />
    </div>
  );
}

type AskedProps = { subject: FormSubject; part: FormPart; card: FormCardState };

function Asked({ subject, part, card }: AskedProps) {
  const { form } = part;
  switch (subject.type) {
    case 'link':
      return <LinkAddress link={subject} />;
    case 'refused':
      return (
        <p className="text-second wrap-anywhere text-secondary">
          Parley could not show this form, and told <VisibleText text={askerOf(form)} layout="line" /> so:{' '}
          <VisibleText text={subject.reason} layout="line" />
        </p>
      );
    case 'fields': {
      const isSent = form.settlement?.outcome.type === 'accepted';
      const entries = card.entries.flatMap(({ id, value }) =>
        value === null || value === '' ? [] : [{ id, value }],
      );
      const left = isSent ? [] : valuesIn(subject, entries);
      return (
        <>
          {isSent ? <Values values={allValues(subject, form)} /> : null}
          {left.length === 0 ? null : (
            <div>
              <p className="pb-1 text-small text-tertiary">Entered here and not sent</p>
              <Values values={left} />
            </div>
          )}
        </>
      );
    }
  }
}

/** Every field, also those that were left empty. */
function allValues(subject: Extract<FormSubject, { type: 'fields' }>, form: FormPart['form']) {
  const sent = sentValues(form);
  return subject.fields.map(({ id, title }) => {
    const text = sent.find((value) => value.id === id)?.text;
    return { id, title, text: text ?? '' };
  });
}

function Values({ values }: { values: readonly { id: string; title: string; text: string }[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-second @max-[420px]:grid-cols-1">
      {values.map(({ id, title, text }) => (
        <div key={id} className="col-span-full grid grid-cols-subgrid @max-[420px]:block">
          <dt dir="auto" className="wrap-anywhere text-secondary">
            <VisibleText text={title} layout="line" />
          </dt>
          <dd
            dir="auto"
            className={`whitespace-pre-wrap wrap-anywhere ${text === '' ? 'text-tertiary' : ''}`}
          >
            {text === '' ? 'Left out' : <VisibleText text={text} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
