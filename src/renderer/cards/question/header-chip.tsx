import { visibleText } from '../../../shared/hidden-characters.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { headerOf } from './words/card-words.ts';

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
