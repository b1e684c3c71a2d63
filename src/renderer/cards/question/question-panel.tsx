import { type ReactElement, type SyntheticEvent, useId, useRef, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { draftOf } from '../../../shared/questions/answers.ts';
import { optionsOf, takesOwnWords, takesSeveral } from '../../../shared/questions/question-kinds.ts';
import type {
  PickedQuestion,
  Question,
  QuestionDraft,
  TextQuestion,
} from '../../../shared/questions/questions.ts';
import { CompleteMarkdown } from '../../ui/markdown/markdown.tsx';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useFocusIfFree } from '../reveal-card.ts';
import { type ChoiceProps, MultiChoice, optionIds, recommendedOf, SingleChoice } from './choices.tsx';
import { NoteField } from './text-fields.tsx';
import { onPlainEnter } from './question-keys.ts';
import type { QuestionCardState, QuestionIntents } from './question-card-kind.ts';
import { headerOf, howToAnswer } from '../../../shared/questions/question-text.ts';
import { shownLabel } from '../../../shared/questions/recommended-label.ts';
import { directionOf, promptStyle } from './prompt.ts';
import { FoldedText, foldingOf } from './folded-text.tsx';

type AnsweringProps<Asked extends Question> = {
  promptId: string;
  question: Asked;
  entry: QuestionDraft;
  busy: boolean;
  intents: QuestionIntents;
  onGoOn(): void;
};

/** A question answered in words. */
function TextAnswer({ promptId, question, entry, busy, intents, onGoOn }: AnsweringProps<TextQuestion>) {
  return (
    <GrowingTextField
      aria-label="Answer"
      aria-describedby={promptId}
      className={`min-h-16 max-h-80 ${entry.otherChosen ? '' : 'text-secondary'}`}
      placeholder={question.placeholder ?? 'Enter your response'}
      readOnly={busy}
      value={entry.other}
      onChange={(event) => intents.typeAnswer(question, event.target.value)}
      onKeyDown={onPlainEnter(onGoOn)}
    />
  );
}

type ChoicesProps = Omit<ChoiceProps, 'under'>;

/** The options of a question, each followed by its preview if it has one. */
function Choices(props: ChoicesProps) {
  const { groupId, question, entry } = props;
  const [focused, setFocused] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const shown = shownPreview(question, entry, hovered ?? focused);
  const under = (index: number) => {
    const option = optionsOf(question)[index];
    return shown !== null && option && <Preview {...{ groupId, index, option }} isShown={index === shown} />;
  };
  return (
    <div
      role="presentation"
      data-previews={shown !== null || undefined}
      onFocus={(event) => setFocused(optionAt(event))}
      onMouseOver={(event) => setHovered(optionAt(event))}
      onMouseLeave={() => setHovered(null)}
    >
      {entry.auto && (
        <p className="-mt-2 px-4 pb-3 text-second text-secondary">
          Chosen when time ran out; change it or leave it
        </p>
      )}
      {takesSeveral(question) ? (
        <MultiChoice {...props} under={under} />
      ) : (
        <SingleChoice {...props} under={under} />
      )}
    </div>
  );
}

type AnswerFieldsProps = AnsweringProps<Question> & { groupId: string };

/** The way in which a kind of question is answered. */
function AnswerFields({ question, ...props }: AnswerFieldsProps): ReactElement {
  switch (question.kind) {
    case 'choice':
    case 'yesno':
      return <Choices {...props} question={question} />;
    case 'text':
      return (
        <div className="px-4 pb-2">
          <TextAnswer {...props} question={question} />
        </div>
      );
  }
}

type QuestionPanelProps = {
  question: Question;
  card: QuestionCardState;
  busy: boolean;
  intents: QuestionIntents;
  /** Handles Enter on an answer: opens the next tab, or submits. */
  onGoOn(): void;
};

const promptLooks = {
  loud: 'font-semibold [&_pre]:font-normal [&_td]:font-normal',
  'loud-start': '[&_.prose>:is(p,h2,h3):first-child]:font-semibold',
  plain: '',
};

/** One question and the ways to answer it. */
export function QuestionPanel({ question, card, busy, intents, onGoOn }: QuestionPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const groupId = useId();
  const promptId = `${groupId}-prompt`;
  const how = howToAnswer(question);
  useFocusIfFree(panel);
  const answering = {
    groupId,
    promptId,
    question,
    busy,
    intents,
    onGoOn,
    entry: draftOf(card.draft, question.id),
  };

  return (
    <div ref={panel} dir={directionOf(question.prompt)}>
      <div data-card-head className="flex items-baseline justify-between gap-x-3 px-4 pt-4 pb-3">
        <div className={`min-w-0 text-prompt ${promptLooks[promptStyle(question.prompt)]}`}>
          <FoldedText fold="screenful" {...foldingOf(card, intents)(`question ${question.id}`)}>
            <div id={promptId}>
              <CompleteMarkdown source={question.prompt} />
            </div>
          </FoldedText>
        </div>
        {how !== null && (
          <p id={`${groupId}-how`} className="text-small whitespace-nowrap text-tertiary">
            {how}
          </p>
        )}
      </div>
      <AnswerFields {...answering} />
      {takesOwnWords(question) && (
        <NoteField {...answering} open={card.noting.includes(question.id)} onEnter={onGoOn} />
      )}
    </div>
  );
}

/** The header of the only question of a card, above its prompt; a long one is cut, and whole when pointed at. */
export function HeaderChip({ question }: { question: Question }) {
  const header = headerOf(question);
  return (
    <p
      data-header
      dir="auto"
      title={visibleText(header, 'line')}
      className="mx-4 mt-4 -mb-2 w-fit max-w-[calc(100%-32px)] truncate rounded-small border border-edge px-1.5 text-small font-medium text-secondary sm:max-w-80"
    >
      <VisibleText text={header} layout="line" />
    </p>
  );
}

/**
 * Returns the index of the option whose preview is shown: the one the person looks at, else the last one
 * picked, else the recommended one, else the first that has a preview; null if none has.
 */
export function shownPreview(
  question: PickedQuestion,
  { picks }: QuestionDraft,
  lookedAt: number | null,
): number | null {
  const options = optionsOf(question);
  const recommended = recommendedOf(question);
  const first = options.findIndex(({ preview }) => preview);
  if (first < 0) return null;
  const picked = options.findIndex(({ label }) => label === picks.at(-1));
  const preferred = lookedAt ?? (picked < 0 ? recommended : picked);
  return preferred !== undefined && preferred in options ? preferred : first;
}

type PreviewProps = {
  groupId: string;
  index: number;
  option: { label: string; preview?: string | undefined };
  /** True for the one that is shown where they stand beside the options. */
  isShown: boolean;
};

function Preview({ groupId, index, option: { label, preview }, isShown }: PreviewProps) {
  const name = shownLabel(label);
  return (
    <div
      id={optionIds(groupId, index).preview}
      role="group"
      aria-label={visibleText(`Preview of ${name}`, 'line')}
      tabIndex={0}
      data-preview-of={index}
      data-shown={isShown || undefined}
      data-empty={!preview || undefined}
      className="option-preview rounded-control border border-hairline bg-well [--surface:var(--surface-well)] px-3 py-2 text-second"
    >
      <p className="option-preview-name mb-2 text-small text-secondary wrap-anywhere" dir="auto">
        <VisibleText text={name} />
      </p>
      {preview ? <CompleteMarkdown source={preview} /> : <p className="text-secondary">Nothing to preview</p>}
    </div>
  );
}

/** The option that an event is at, or in the preview of which it is. */
function optionAt({ target }: SyntheticEvent): number | null {
  const place =
    target instanceof Element ? target.closest<HTMLElement>('[data-option], [data-preview-of]') : null;
  const index = Number(place?.dataset['option'] ?? place?.dataset['previewOf'] ?? 'none');
  return Number.isNaN(index) ? null : index;
}
