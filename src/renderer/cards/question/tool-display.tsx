import { FoldedText } from './words/folded-text.tsx';
import type { Folding } from './state/folding.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

type ToolDisplayProps = { text: string | undefined; folding: Folding };

/** Result text that the contract of some tools has the chat show verbatim. */
export function ToolDisplay({ text, folding }: ToolDisplayProps) {
  if (text === undefined) return null;
  return (
    <div className="px-4 pb-3 text-second wrap-anywhere">
      <FoldedText fold="screenful" {...folding('display')}>
        <p className="whitespace-pre-wrap" dir="auto">
          <VisibleText text={text} />
        </p>
      </FoldedText>
    </div>
  );
}
