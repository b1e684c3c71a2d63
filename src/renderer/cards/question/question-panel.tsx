import { useId, useRef } from 'react';
import { draftOf } from '../../../shared/questions/answer-draft.ts';
import type { Draft } from '../../../shared/questions/draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { Markdown } from '../../ui/markdown.tsx';
import type { CardIntents } from './card-intents.ts';
import { MultiChoice } from './multi-choice.tsx';
import { SingleChoice } from './single-choice.tsx';
import { TextAnswer } from './text-answer.tsx';
import { useFocusIfFree } from './use-focus-if-free.ts';

type QuestionPanelProps = {
  question: Question;
  draft: Draft;
  busy: boolean;
  intents: CardIntents;
  /** Whether this is one of several tabs, so that a pick may lead on to the next. */
  inTabs: boolean;
  /** What Enter in a text field does: the next tab, or submitting. */
  onGoOn(): void;
};

/** One question and the ways to answer it. */
export function QuestionPanel({ question, draft, busy, intents, inTabs, onGoOn }: QuestionPanelProps) {
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
    entry: draftOf(draft, question.id),
  };

  return (
    <div ref={panel}>
      <div id={promptId} className="text-prompt font-semibold [&_pre]:font-normal [&_td]:font-normal">
        <Markdown source={question.prompt} />
      </div>
      {question.kind === 'text' ? (
        <div className="mt-3">
          <TextAnswer {...answering} />
        </div>
      ) : (
        <>
          <p id={`${groupId}-how`} className="mt-0.5 mb-2.5 text-secondary text-[0.9286rem]">
            {question.multiple ? 'Choose any' : 'Choose one'}
          </p>
          {question.multiple ? (
            <MultiChoice {...answering} />
          ) : (
            <SingleChoice {...answering} leadsOn={inTabs} />
          )}
        </>
      )}
    </div>
  );
}
