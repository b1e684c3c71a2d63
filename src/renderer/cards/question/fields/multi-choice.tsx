import * as Checkbox from '@radix-ui/react-checkbox';
import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import type { QuestionIntents } from '../question-card-kind.ts';
import {
  moveWithArrows,
  namedBy,
  OptionFace,
  optionIds,
  optionRow,
  type OptionWords,
} from './option-face.tsx';
import { OtherField, otherHint } from './other-field.tsx';

type MultiChoiceProps = {
  groupId: string;
  promptId: string;
  question: Question;
  entry: QuestionDraft;
  busy: boolean;
  intents: QuestionIntents;
  onGoOn(): void;
};

/** Any of the options, and Other beside them. */
export function MultiChoice({ groupId, promptId, question, entry, busy, intents, onGoOn }: MultiChoiceProps) {
  const shared = { groupId, busy };
  return (
    <>
      <div
        role="group"
        aria-labelledby={promptId}
        aria-describedby={`${groupId}-how`}
        className="flex flex-col gap-2"
      >
        {question.options.map(({ label, description, preview }, index) => (
          <Option
            key={label}
            {...shared}
            id={index}
            words={{ label, description, preview, number: index + 1 }}
            checked={entry.picks.includes(label)}
            onToggle={() => intents.pick(question, label)}
          />
        ))}
        <Option
          {...shared}
          id="other"
          words={{ label: 'Other', description: otherHint, number: 0 }}
          checked={entry.otherChosen}
          onToggle={() => intents.chooseOther(question)}
        />
      </div>
      <OtherField question={question} entry={entry} busy={busy} intents={intents} onEnter={onGoOn} />
    </>
  );
}

type OptionProps = {
  groupId: string;
  busy: boolean;
  id: number | 'other';
  words: OptionWords;
  checked: boolean;
  onToggle(): void;
};

function Option({ groupId, busy, id, words, checked, onToggle }: OptionProps) {
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
      className={optionRow}
      data-other={id === 'other' ? true : undefined}
      data-option={id}
      {...namedBy(ids, words)}
    >
      <OptionFace ids={ids} {...words} mark={<Box />} />
    </Checkbox.Root>
  );
}

function Box() {
  return (
    <span className="grid size-4 place-items-center rounded-[calc(var(--r-control)/2)] border border-control bg-raised group-data-[state=checked]:border-accent-mark group-data-[state=checked]:bg-accent">
      <Checkbox.Indicator>
        <Check aria-hidden className="size-3 stroke-3 text-on-accent" />
      </Checkbox.Indicator>
    </span>
  );
}
