import { useId, useRef } from 'react';
import { draftOf } from '../../../shared/questions/answer-draft.ts';
import type { QuestionDraft } from '../../../shared/questions/draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { CompleteMarkdown } from '../../ui/markdown/markdown.tsx';
import { useFocusIfFree } from '../reveal-card.ts';
import { MultiChoice } from './fields/multi-choice.tsx';
import { NoteField } from './fields/text-fields.tsx';
import { OptionPreviews } from './fields/option-previews.tsx';
import { SingleChoice } from './fields/single-choice.tsx';
import { onPlainEnter } from './keys/card-keys.ts';
import type { QuestionIntents } from './question-intents.ts';
import type { QuestionCardState } from './question-card-state.ts';
import { FoldedText, foldingOf } from './words/folded-text.tsx';
import { directionOf, headerOf, promptStyle } from './words/card-words.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

type AnsweringProps = {
  promptId: string;
  question: Question;
  entry: QuestionDraft;
  busy: boolean;
  intents: QuestionIntents;
  onGoOn(): void;
};

/** A question answered in words. */
function TextAnswer({ promptId, question, entry, busy, intents, onGoOn }: AnsweringProps) {
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

type ChoicesProps = AnsweringProps & { groupId: string };

/** The options of a question, beside their previews where they have some. */
function Choices(props: ChoicesProps) {
  const { groupId, question, entry } = props;
  const choice = question.multiple ? <MultiChoice {...props} /> : <SingleChoice {...props} />;
  if (!question.options.some(({ preview }) => preview)) return choice;
  return <OptionPreviews {...{ groupId, question, entry }}>{choice}</OptionPreviews>;
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
        {question.kind !== 'text' && (
          <p id={`${groupId}-how`} className="text-small whitespace-nowrap text-tertiary">
            {question.multiple ? 'Choose any' : 'Choose one'}
          </p>
        )}
      </div>
      {question.kind === 'text' ? (
        <div className="px-4 pb-2">
          <TextAnswer {...answering} />
        </div>
      ) : (
        <>
          {answering.entry.auto ? (
            <p className="-mt-2 px-4 pb-3 text-second text-secondary">
              Chosen when the time ran out; change it or leave it
            </p>
          ) : null}
          <Choices {...answering} />
        </>
      )}
      {question.closed !== true && (
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
