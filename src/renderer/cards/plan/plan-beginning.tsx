import { useMemo } from 'react';
import { completeMarkdown } from '../../ui/markdown/complete-markdown.ts';
import { MarkdownTokens } from '../../ui/markdown/markdown.tsx';
import type { PlanPart } from './plan-part.ts';
import { planLength } from './plan-words.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

/** The title of a plan and how long it is. */
export function PlanTitle({ part, plan }: { part: PlanPart; plan: string }) {
  const { asker, preview } = part.action;
  return (
    <div className="mb-3">
      <p className="text-prompt font-semibold wrap-anywhere in-data-pane:text-title">
        <VisibleText text={preview.title} layout="line" />
      </p>
      <p className="text-second text-tertiary tabular-nums">
        {planLength(plan)}
        {asker === undefined ? null : (
          <>
            {' · '}
            <span className="wrap-anywhere">
              from <VisibleText text={asker} layout="line" />
            </span>
          </>
        )}
      </p>
    </div>
  );
}

/** The length of a long plan's beginning on its card, in blocks. */
const blocksShown = 3;

/** The beginning of a plan that is read beside the conversation. */
export function PlanBeginning({ plan, title }: { plan: string; title: string }) {
  const tokens = useMemo(
    () =>
      completeMarkdown(plan)
        .filter(
          (token, at) =>
            token.type !== 'space' && !(at === 0 && token.type === 'heading' && token.text === title),
        )
        .slice(0, blocksShown),
    [plan, title],
  );
  return (
    <div className="prose max-h-24 overflow-hidden fade-out-below text-secondary" inert>
      <MarkdownTokens tokens={tokens} visible />
    </div>
  );
}
