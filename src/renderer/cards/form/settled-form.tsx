import type { FormSubject } from '../../../shared/forms/form.ts';
import { valuesIn } from '../../../shared/forms/form-values.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { CardLine } from '../card-frame.tsx';
import { FormMessage } from './fields-body.tsx';
import type { FormCardState } from './form-card-kind.ts';
import { askerOf, type FormPart } from './form-part.ts';
import { formState } from './form-words.ts';
import { LinkAddress } from './link-body.tsx';

/** Returns the end of a form, in a line: the values or the state first, then who asked. */
export function settledLine({ form, done }: FormPart): CardLine {
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
  return subject.type === 'fields' && settlement?.ending.type === 'accepted'
    ? valuesIn(subject, settlement.ending.values)
    : [];
}

/** The questions and answers of a form, and what was entered and not sent. */
export function SettledForm({ part, card }: { part: FormPart; card: FormCardState }) {
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
      const isSent = form.settlement?.ending.type === 'accepted';
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

/** Every field of a form that was sent, also those that were left out. */
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
