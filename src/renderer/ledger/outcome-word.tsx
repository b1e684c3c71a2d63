import { Check, Clock, CornerUpLeft, type LucideIcon, MessageCircle, X } from 'lucide-react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { OutcomeTone, RecordedOutcome } from '../../shared/recorded-outcome.ts';
import { Marked } from '../ui/marked.tsx';

const tones: Record<OutcomeTone, { look: string; Icon: LucideIcon | null }> = {
  yes: { look: 'bg-yes-wash text-yes', Icon: Check },
  no: { look: 'bg-danger-wash text-danger', Icon: X },
  back: { look: 'bg-selected text-secondary', Icon: CornerUpLeft },
  replied: { look: 'bg-selected text-secondary', Icon: MessageCircle },
  timeout: { look: 'bg-caution-wash text-caution', Icon: Clock },
  none: { look: 'bg-selected text-secondary', Icon: null },
};

type OutcomeWordProps = { outcome: RecordedOutcome; query: string };

/** What came of it, as a word in the colour of its meaning. */
export function OutcomeWord({ outcome: { word, tone }, query }: OutcomeWordProps) {
  const { look, Icon } = tones[tone];
  return (
    <span
      className={`inline-flex h-5 max-w-full min-w-0 items-center gap-1 rounded-small px-1.75 text-small font-medium ${look}`}
      title={visibleText(word, 'line')}
    >
      {Icon !== null && <Icon aria-hidden className="size-3.25 shrink-0" />}
      <span className="truncate" dir="auto">
        <Marked text={word} query={query} />
      </span>
    </span>
  );
}
