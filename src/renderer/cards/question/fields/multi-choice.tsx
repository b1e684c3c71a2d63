import * as Checkbox from '@radix-ui/react-checkbox';
import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import type { QuestionIntents } from '../question-intents.ts';
import { moveWithArrows, namedBy, OptionFace, optionIds, type OptionWords } from './option-face.tsx';
import { OtherField, otherLabel } from './text-fields.tsx';

type MultiChoiceProps = {
  groupId: string;
  promptId: string;
  question: Question;
  entry: QuestionDraft;
  busy: boolean;
  intents: QuestionIntents;
  onGoOn(): void;
};

/** Any of the options, and Other beside them. `recommended` is shown of a single choice only, as `ask` has it. */
export function MultiChoice({ groupId, promptId, question, entry, busy, intents, onGoOn }: MultiChoiceProps) {
  const shared = { groupId, busy };
  return (
    <>
      <div role="group" aria-labelledby={promptId} aria-describedby={`${groupId}-how`} className="options">
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
        {question.closed !== true && (
          <Option
            {...shared}
            id="other"
            words={{ label: otherLabel, number: 0 }}
            checked={entry.otherChosen}
            onToggle={() => intents.chooseOther(question)}
          />
        )}
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
      className="option"
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
    <span className="option-mark rounded-small">
      <Checkbox.Indicator>
        <Check aria-hidden className="size-3 stroke-3" />
      </Checkbox.Indicator>
    </span>
  );
}
