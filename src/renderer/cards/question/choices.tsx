import * as Checkbox from '@radix-ui/react-checkbox';
import * as ToggleGroup from '@radix-ui/react-toggle-group';
import { Check } from 'lucide-react';
import { type FocusEvent, Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { isOtherMarked } from '../../../shared/questions/answers.ts';
import { optionsOf, takesOwnWords } from '../../../shared/questions/question-kinds.ts';
import { splitRecommendation } from '../../../shared/questions/recommended-label.ts';
import type { PickedQuestion, QuestionDraft } from '../../../shared/questions/questions.ts';
import { InlineCode } from '../../ui/inline-code.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { OtherField, otherLabel } from './text-fields.tsx';
import type { QuestionIntents } from './question-card-kind.ts';
import { directionOf } from './prompt.ts';

export type ChoiceProps = {
  groupId: string;
  promptId: string;
  question: PickedQuestion;
  entry: QuestionDraft;
  busy: boolean;
  intents: QuestionIntents;
  onGoOn(): void;
  /** Returns what stands under an option. */
  under(index: number): ReactNode;
};

const otherValue = 'other';

/** Returns the index of the option that the agent recommends beside its label, as `ask` does. */
export function recommendedOf(question: PickedQuestion): number | undefined {
  return question.kind === 'choice' ? question.recommended : undefined;
}

/** One of the options, or Other; a click on the chosen one takes it back. */
export function SingleChoice({ groupId, promptId, question, entry, busy, ...rest }: ChoiceProps) {
  const { intents, onGoOn, under } = rest;
  const options = optionsOf(question);
  const recommended = recommendedOf(question);
  const chosen = options.findIndex(({ label }) => entry.picks.includes(label));
  const value = isOtherMarked(entry) ? otherValue : chosen < 0 ? '' : String(chosen);
  const shared = { groupId, busy, onGoOn };

  function toggle(next: string) {
    const toggled = next === '' ? value : next;
    if (toggled === otherValue) return intents.chooseOther(question);
    const option = options[Number(toggled)];
    if (option !== undefined) intents.pick(question, option.label);
  }

  return (
    <>
      <ToggleGroup.Root
        type="single"
        orientation="vertical"
        dir={directionOf(question.prompt)}
        aria-labelledby={promptId}
        aria-describedby={`${groupId}-how`}
        value={value}
        onValueChange={toggle}
        onFocus={value === '' ? toRecommended : undefined}
        className="options"
      >
        {options.map(({ label, description, preview }, index) => (
          <Fragment key={label}>
            <SingleOption
              value={String(index)}
              text={{
                label,
                description,
                preview,
                recommended: recommended === index,
                number: index + 1,
              }}
              {...shared}
            />
            {under(index)}
          </Fragment>
        ))}
        {takesOwnWords(question) && (
          <SingleOption value={otherValue} text={{ label: otherLabel, number: 0 }} {...shared} />
        )}
      </ToggleGroup.Root>
      <OtherField question={question} entry={entry} busy={busy} intents={intents} onEnter={onGoOn} />
    </>
  );
}

/** Tab moves to the recommended option if nothing is chosen. */
function toRecommended(event: FocusEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget) return;
  const option = event.currentTarget.querySelector<HTMLElement>('[data-recommended]');
  if (option === null) return;
  event.preventDefault();
  option.focus();
}

type SingleOptionProps = {
  groupId: string;
  value: string;
  text: OptionText;
  busy: boolean;
  onGoOn(): void;
};

function SingleOption({ groupId, value, text, busy, onGoOn }: SingleOptionProps) {
  const ids = optionIds(groupId, value);

  /** A held key chooses once. On the chosen option Enter goes on, and Space takes the pick back. */
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    moveWithArrows(event);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    if (event.ctrlKey || event.metaKey) return;
    const goesOn = event.key === 'Enter' && event.currentTarget.ariaChecked === 'true';
    if (event.repeat || goesOn) event.preventDefault();
    if (goesOn && !event.repeat) onGoOn();
  }

  return (
    <ToggleGroup.Item
      value={value}
      className="option"
      aria-disabled={busy}
      data-other={value === otherValue || undefined}
      onKeyDown={onKeyDown}
      data-option={value}
      data-recommended={isRecommended(text) || undefined}
      {...namedBy(ids, text)}
    >
      <OptionFace ids={ids} {...text} mark={<Dot />} />
    </ToggleGroup.Item>
  );
}

function isRecommended({ recommended, label }: OptionText): boolean {
  return recommended === true || splitRecommendation(label).suffix !== '';
}

function Dot() {
  return <span className="option-mark rounded-round" />;
}

/** Any of the options, and Other beside them. `recommended` is shown of a single choice only, as `ask` has it. */
export function MultiChoice({ groupId, promptId, question, entry, busy, ...rest }: ChoiceProps) {
  const { intents, onGoOn, under } = rest;
  const shared = { groupId, busy };
  return (
    <>
      <div role="group" aria-labelledby={promptId} aria-describedby={`${groupId}-how`} className="options">
        {optionsOf(question).map(({ label, description, preview }, index) => (
          <Fragment key={label}>
            <MultiOption
              {...shared}
              id={index}
              text={{ label, description, preview, number: index + 1 }}
              checked={entry.picks.includes(label)}
              onToggle={() => intents.pick(question, label)}
            />
            {under(index)}
          </Fragment>
        ))}
        {takesOwnWords(question) && (
          <MultiOption
            {...shared}
            id="other"
            text={{ label: otherLabel, number: 0 }}
            checked={entry.otherChosen}
            onToggle={() => intents.chooseOther(question)}
          />
        )}
      </div>
      <OtherField question={question} entry={entry} busy={busy} intents={intents} onEnter={onGoOn} />
    </>
  );
}

type MultiOptionProps = {
  groupId: string;
  busy: boolean;
  id: number | 'other';
  text: OptionText;
  checked: boolean;
  onToggle(): void;
};

function MultiOption({ groupId, busy, id, text, checked, onToggle }: MultiOptionProps) {
  const ids = optionIds(groupId, id);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    moveWithArrows(event);
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) onToggle();
  }

  return (
    <Checkbox.Root
      checked={checked}
      onCheckedChange={onToggle}
      onKeyDown={onKeyDown}
      aria-disabled={busy}
      className="option"
      data-other={id === 'other' ? true : undefined}
      data-option={id}
      {...namedBy(ids, text)}
    >
      <OptionFace ids={ids} {...text} mark={<Box />} />
    </Checkbox.Root>
  );
}

function Box() {
  return (
    <span className="option-mark rounded-small">
      <Checkbox.Indicator>
        <Check aria-hidden className="size-3 stroke-3" />
      </Checkbox.Indicator>
    </span>
  );
}

type OptionIds = { label: string; badge: string; description: string; preview: string };

export function optionIds(groupId: string, key: string | number): OptionIds {
  const id = `${groupId}-${key}`;
  return {
    label: `${id}-label`,
    badge: `${id}-badge`,
    description: `${id}-description`,
    preview: `${id}-preview`,
  };
}

type OptionText = {
  label: string;
  description?: string | undefined;
  recommended?: boolean;
  preview?: string | undefined;
  /** The digit that picks it, from 1; Other is 0. */
  number: number;
};

/** Returns the ids that name and describe an option: its label alone, then the texts beside and under it. */
export function namedBy(ids: OptionIds, { recommended, description, preview }: OptionText) {
  const describing = [...(recommended ? [ids.badge] : []), ...(description ? [ids.description] : [])];
  return {
    'data-described': description ? true : undefined,
    'aria-labelledby': ids.label,
    ...(describing.length > 0 ? { 'aria-describedby': describing.join(' ') } : {}),
    ...(preview ? { 'aria-details': ids.preview } : {}),
  };
}

type OptionFaceProps = OptionText & { ids: OptionIds; mark: ReactNode };

export function OptionFace({ ids, label, description, recommended, number, mark }: OptionFaceProps) {
  const { suffix } = splitRecommendation(label);
  return (
    <>
      {mark}
      <span className="option-label">
        <span id={ids.label}>
          <span dir="auto">
            <OptionLabel label={label} />
          </span>
        </span>
        {(recommended === true || suffix !== '') && (
          <span
            id={ids.badge}
            aria-hidden={suffix !== '' || undefined}
            className="ms-2 inline-flex h-4.5 items-center rounded-small bg-selected px-1.5 align-[1px] text-small leading-none font-medium whitespace-nowrap text-secondary forced-colors:border"
          >
            Recommended
          </span>
        )}
      </span>
      {description ? (
        <span id={ids.description} className="option-description">
          <span dir="auto">
            <InlineCode text={description} className="rounded-small bg-hover px-1 py-[1.5px]" />
          </span>
        </span>
      ) : null}
      {number > 9 ? null : (
        <kbd aria-hidden className="option-key font-sans">
          {number}
        </kbd>
      )}
    </>
  );
}

/** A label; "(Recommended)" at its end is only for screen readers, since a badge says it. */
function OptionLabel({ label }: { label: string }) {
  const { shown, suffix } = splitRecommendation(label);
  return (
    <>
      <VisibleText text={shown} />
      {suffix !== '' && <span className="sr-only">{suffix}</span>}
    </>
  );
}

/**
 * Up and down move from option to option, around the ends. The focus has moved when this returns, so that the
 * next key, such as Enter, is for the new option.
 */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const group = event.currentTarget.closest('[role=group], [role=radiogroup]');
  const options = [...(group?.querySelectorAll<HTMLElement>('[data-option]') ?? [])];
  const here = options.findIndex((option) => option === document.activeElement);
  options.at((here + step) % options.length)?.focus();
  event.preventDefault();
}
