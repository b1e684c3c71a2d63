import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { CompleteMarkdown } from '../../../ui/markdown/markdown.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { optionIds } from './option-face.tsx';

/**
 * Returns the index of the option whose preview is shown: the one the person looks at, else the last one
 * picked, else the recommended one, else the first that has a preview; null if none has.
 */
export function shownPreview(
  { options, recommended }: Question,
  { picks }: QuestionDraft,
  lookedAt: number | null,
): number | null {
  const first = options.findIndex(({ preview }) => preview);
  if (first < 0) return null;
  const picked = options.findIndex(({ label }) => label === picks.at(-1));
  const preferred = lookedAt ?? (picked < 0 ? recommended : picked);
  return preferred !== undefined && preferred in options ? preferred : first;
}

type OptionPreviewsProps = {
  groupId: string;
  question: Question;
  entry: QuestionDraft;
  children: ReactNode;
};

/**
 * Previews of the options, beside them or below. All take the same room, as high as the highest, so that
 * nothing moves when another one is looked at.
 */
export function OptionPreviews({ groupId, question, entry, children }: OptionPreviewsProps) {
  const [focused, setFocused] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const shown = shownPreview(question, entry, hovered ?? focused);
  if (shown === null) return children;
  return (
    <div className="@container">
      <div className="grid gap-3 @xl:grid-cols-2">
        <div
          role="presentation"
          className="@container min-w-0"
          onFocus={(event) => setFocused(optionAt(event))}
          onMouseOver={(event) => setHovered(optionAt(event))}
          onMouseLeave={() => setHovered(null)}
        >
          {children}
        </div>
        <div className="grid min-w-0 content-start px-4 @xl:ps-0">
          {question.options.map(({ label, preview }, index) => (
            <Preview
              key={label}
              id={optionIds(groupId, index).preview}
              label={label}
              source={preview}
              shown={index === shown}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

type PreviewProps = { id: string; label: string; source: string | undefined; shown: boolean };

/** One option's preview. On devices without hover, all of them stand under one another. */
function Preview({ id, label, source, shown }: PreviewProps) {
  return (
    <div
      id={id}
      role="group"
      aria-label={visibleText(`Preview of ${label}`, 'line')}
      tabIndex={0}
      className={
        'col-start-1 row-start-1 max-h-96 min-w-0 overflow-auto rounded-control border border-hairline ' +
        'bg-well [--surface:var(--surface-well)] px-3 py-2 text-second no-hover:row-auto no-hover:not-first:mt-2 ' +
        `${shown ? '' : 'invisible no-hover:visible'} ${source ? '' : 'no-hover:hidden'}`
      }
    >
      <p className="mb-2 text-small text-secondary wrap-anywhere" dir="auto">
        <VisibleText text={label} />
      </p>
      {source ? <CompleteMarkdown source={source} /> : <p className="text-secondary">Nothing to preview</p>}
    </div>
  );
}

function optionAt({ target }: SyntheticEvent): number | null {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-option]') : null;
  const index = Number(option?.dataset['option'] ?? 'none');
  return Number.isNaN(index) ? null : index;
}
