import { useEffect, useEffectEvent, useState } from 'react';
import { countedLines, coveredCommands, coveredText } from '../../../shared/permissions/covered-commands.ts';
import type { PastCommand } from '../../../shared/permissions/past-command.ts';
import { UnfoldButton } from '../../ui/unfold-button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

type CoveredProps = {
  /** The last commands here; null until they are known. */
  past: readonly PastCommand[] | null;
  choiceId: string;
  asker: string | null;
  /** Called when it is shown, for `past` to be looked up. */
  onLookBack(): void;
};

/** Says which of the last commands here the rule would have covered. */
export function CoveredBefore({ past, choiceId, asker, onLookBack }: CoveredProps) {
  const [unfolded, setUnfolded] = useState(false);
  const lookBack = useEffectEvent(onLookBack);
  useEffect(() => lookBack(), []);
  if (past === null) return null;
  const covered = coveredCommands(past, { choiceId, asker });
  const text = coveredText(covered.length, past.length);
  if (text === undefined) return null;
  return (
    <div className="text-small text-secondary">
      <span role="status">{text}</span>
      {covered.length > 0 ? (
        <>
          {'. '}
          <UnfoldButton
            unfolded={unfolded}
            words={['Show them', 'Hide them']}
            onUnfoldedChange={setUnfolded}
          />
        </>
      ) : null}
      {unfolded && covered.length > 0 ? (
        <ul
          aria-label="Commands it would have covered"
          tabIndex={0}
          className="mt-1 max-h-36 overflow-y-auto rounded-control bg-well px-2.5 py-1"
        >
          {countedLines(covered).map(({ line, times }) => (
            <li key={line} className="py-0.5 wrap-anywhere">
              <code dir="ltr" className="font-mono text-code text-ink">
                <VisibleText text={line} layout="line" />
              </code>
              {times > 1 ? `, ${times} times` : ''}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
