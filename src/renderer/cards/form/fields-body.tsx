import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { answer, enteredIn } from '../../../shared/forms/answer.ts';
import type { FormField, FormSubject } from '../../../shared/forms/form.ts';
import { speaksOfSecret } from '../../../shared/forms/secrets.ts';
import { isComposing } from '../../ui/composing.ts';
import { useDecidingKeys } from '../../ui/decision/deciding-controls.tsx';
import { CompleteMarkdown } from '../../ui/markdown/markdown.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useFocusIfFree } from '../reveal-card.ts';
import type { FormBodyProps } from './form-card-kind.ts';
import { FormFieldRow } from './form-field.tsx';
import { FormFoot } from './form-foot.tsx';
import { askerOf, problemsText } from '../../../shared/forms/form-text.ts';

type FieldsBodyProps = FormBodyProps & {
  subject: Extract<FormSubject, { type: 'fields' }>;
  busy: boolean;
  /** The problem the last time it was sent. */
  failure: ReactNode;
};

/** A form that waits: its message, all its fields in one column, and what it is answered with. */
export function FieldsBody({ part, subject, card, intents, busy, failure }: FieldsBodyProps) {
  const { fields } = subject;
  const body = useRef<HTMLDivElement>(null);
  const { byKey, armed } = useDecidingKeys(body, busy ? null : part.form.id);
  useFocusIfFree(body);
  const checked = answer(fields, card.entries);
  const problems = card.tried && !checked.ok ? checked.problems : [];
  const asker = askerOf(part.form);

  /** Sends what keeps the rules, else leads to the first field that does not. */
  function send(): void {
    if (checked.ok) return intents.send();
    flushSync(intents.showProblems);
    const [first] = checked.problems;
    if (first !== undefined && body.current !== null) controlOf(body.current, first.id)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    byKey(send);
  }

  return (
    <div
      ref={body}
      role="presentation"
      data-arming={(!busy && !armed) || undefined}
      onKeyDown={onKeyDown}
      className="rounded-b-[inherit]"
    >
      <div className="flex flex-col gap-5 border-t border-hairline px-4 pt-4 pb-5">
        <FormMessage message={part.form.message} title={subject.title} about={subject.description} />
        <SecretWarning fields={fields} asker={asker} />
        {fields.map((field) => (
          <FormFieldRow
            key={field.id}
            field={field}
            value={enteredIn(field, card.entries)}
            isPreset={isPreset(field, card.entries)}
            asker={asker}
            problem={problems.find(({ id }) => id === field.id)?.problem}
            busy={busy}
            onEnter={(value) => intents.enter(field, value)}
          />
        ))}
      </div>
      <FormFoot
        about={part.form.id}
        action="Send"
        busy={busy}
        failure={failure}
        problem={problems.length === 0 ? '' : problemsText(problems.length)}
        onAccept={send}
        onDecline={intents.decline}
        onCancel={intents.cancel}
      />
    </div>
  );
}

function SecretWarning({ fields, asker }: { fields: readonly FormField[]; asker: string }) {
  if (!fields.some(speaksOfSecret)) return null;
  return (
    <p className="text-second wrap-anywhere text-secondary">
      Don’t put secrets into a form: <VisibleText text={asker} layout="line" /> may read what you enter
    </p>
  );
}

function isPreset(field: FormField, entries: readonly { id: string }[]): boolean {
  return field.default !== undefined && !entries.some(({ id }) => id === field.id);
}

/** Returns what a field is filled in with: its input, or the chosen or first of its options. */
function controlOf(body: HTMLElement, id: string): HTMLElement | null {
  const row = body.querySelector(`[data-form-field="${CSS.escape(id)}"]`);
  return (
    row?.querySelector<HTMLElement>('input, textarea') ??
    row?.querySelector<HTMLElement>('[role=radio][aria-checked=true]') ??
    row?.querySelector<HTMLElement>('[role=radio], [role=checkbox]') ??
    null
  );
}

type FormMessageProps = { message: string; title?: string | undefined; about?: string | undefined };

/** The asker's words, with what they call the form. */
export function FormMessage({ message, title, about }: FormMessageProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5 empty:hidden">
      {message.trim() === '' ? null : (
        <div className="text-prompt" dir="auto">
          <CompleteMarkdown source={message} />
        </div>
      )}
      {title === undefined ? null : (
        <p dir="auto" className="font-medium wrap-anywhere">
          <VisibleText text={title} layout="line" />
        </p>
      )}
      {about === undefined ? null : (
        <p dir="auto" className="text-second whitespace-pre-wrap wrap-anywhere text-secondary">
          <VisibleText text={about} />
        </p>
      )}
    </div>
  );
}
