import * as ToggleGroup from '@radix-ui/react-toggle-group';
import type { FocusEvent, KeyboardEvent } from 'react';
import { isOtherMarked } from '../../../../shared/questions/answer-draft.ts';
import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import type { QuestionIntents } from '../question-intents.ts';
import {
  moveWithArrows,
  namedBy,
  OptionFace,
  optionIds,
  type OptionWords,
  splitRecommendation,
} from './option-face.tsx';
import { OtherField, otherLabel } from './text-fields.tsx';
import { directionOf } from '../words/card-words.ts';

type SingleChoiceProps = {
  groupId: string;
  promptId: string;
  question: Question;
  entry: QuestionDraft;
  busy: boolean;
  intents: QuestionIntents;
  onGoOn(): void;
};

const otherValue = 'other';

/** One of the options, or Other; a click on the chosen one takes it back. */
export function SingleChoice({ groupId, promptId, question, entry, busy, ...rest }: SingleChoiceProps) {
  const { intents, onGoOn } = rest;
  const chosen = question.options.findIndex(({ label }) => entry.picks.includes(label));
  const value = isOtherMarked(entry) ? otherValue : chosen < 0 ? '' : String(chosen);
  const shared = { groupId, busy, onGoOn };

  function toggle(next: string) {
    const toggled = next === '' ? value : next;
    if (toggled === otherValue) return intents.chooseOther(question);
    const option = question.options[Number(toggled)];
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
        {question.options.map(({ label, description, preview }, index) => (
          <Option
            key={label}
            value={String(index)}
            words={{
              label,
              description,
              preview,
              recommended: question.recommended === index,
              number: index + 1,
            }}
            {...shared}
          />
        ))}
        {question.closed !== true && (
          <Option value={otherValue} words={{ label: otherLabel, number: 0 }} {...shared} />
        )}
      </ToggleGroup.Root>
      <OtherField question={question} entry={entry} busy={busy} intents={intents} onEnter={onGoOn} />
    </>
  );
}

/** Who comes by Tab, and has chosen nothing, comes to the recommended option. */
function toRecommended(event: FocusEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget) return;
  const option = event.currentTarget.querySelector<HTMLElement>('[data-recommended]');
  if (option === null) return;
  event.preventDefault();
  option.focus();
}

type OptionProps = {
  groupId: string;
  value: string;
  words: OptionWords;
  busy: boolean;
  onGoOn(): void;
};

function Option({ groupId, value, words, busy, onGoOn }: OptionProps) {
  const ids = optionIds(groupId, value);

  /** A held key chooses once; Enter on what is chosen already goes on, Space takes it back. */
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
      data-recommended={isRecommended(words) || undefined}
      {...namedBy(ids, words)}
    >
      <OptionFace ids={ids} {...words} mark={<Dot />} />
    </ToggleGroup.Item>
  );
}

function isRecommended({ recommended, label }: OptionWords): boolean {
  return recommended === true || splitRecommendation(label).suffix !== '';
}

function Dot() {
  return <span className="option-mark rounded-round" />;
}
