import { ArrowDown, ChevronDown, ChevronUp, List, SquareArrowOutUpRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useParley, useView } from '../parley-context.tsx';
import { inOneLine } from '../../shared/blank-runs.ts';
import { sameWishText } from '../../shared/permissions/request-text.ts';
import { waitingLine, waitingText } from '../state/composer/waiting-text.ts';
import { besideInQueue, chatCount, type QueueEntry, queuePlace, twoColumns } from '../state/queue.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { useMedia } from '../use-media.ts';
import { useQueue, useQueueKeys } from './use-queue.ts';

/** In the head of the selected entry's chat: its place in the queue, and the ways on. */
export function QueuePlace() {
  const { moveInQueue, openFromQueue, listQueue, view } = useParley();
  const { entries, at } = useQueue();
  useQueueKeys();
  const wide = useMedia(twoColumns);
  const place = useRef<HTMLParagraphElement>(null);
  const wanted = useView(({ page }) => page?.name === 'queue' && page.wantsFocus) && !wide;
  useEffect(() => {
    if (!wanted) return;
    place.current?.focus();
    view.setState(({ page }) => (page?.name === 'queue' ? { page: { ...page, wantsFocus: false } } : {}));
  }, [wanted, view]);
  if (at === null) return null;
  return (
    <span role="group" aria-label="Place in Needs you" className="ms-auto flex shrink-0 items-center gap-0.5">
      <p ref={place} tabIndex={-1} className="pe-1.5 text-second text-secondary tabular-nums">
        {queuePlace(entries, at)}
      </p>
      {!wide && <IconButton label="Back to the list" icon={<List aria-hidden />} onClick={listQueue} />}
      <IconButton
        label="Previous"
        className={byListAndThen}
        icon={<ChevronUp aria-hidden />}
        aria-disabled={besideInQueue(entries, at, -1) === undefined || undefined}
        onClick={() => moveInQueue(-1, false)}
      />
      <IconButton
        label="Next"
        className={byListAndThen}
        icon={<ChevronDown aria-hidden />}
        aria-disabled={besideInQueue(entries, at, 1) === undefined || undefined}
        onClick={() => moveInQueue(1, false)}
      />
      <IconButton label="Open chat" icon={<SquareArrowOutUpRight aria-hidden />} onClick={openFromQueue} />
    </span>
  );
}

/** On a phone the title needs the room: the list leads to any entry, and the line over the message to the next. */
const byListAndThen = 'pointer-coarse:max-[419.98px]:hidden';

/** Over the message field: that the entry was settled meanwhile, and what comes next. */
export function QueueNext() {
  const { moveInQueue } = useParley();
  const { entries, at, isSettled } = useQueue();
  if (at === null) return null;
  const next = besideInQueue(entries, at, 1);
  return (
    <div className="column flex shrink-0 flex-wrap items-center justify-center gap-x-2 pb-2 text-second text-secondary">
      <p role="status" className="empty:hidden">
        {isSettled && settledText[at.type]}
      </p>
      {next === undefined ? (
        <p>{isSettled ? 'Nothing comes after it.' : 'This is the last one.'}</p>
      ) : (
        <Button look="quiet" className="min-w-0" onClick={() => moveInQueue(1)}>
          <ArrowDown aria-hidden />
          <span className="cut-off">
            Then: <VisibleText text={nextText(next)} layout="line" />
          </span>
        </Button>
      )}
    </div>
  );
}

const settledText = {
  call: 'This is settled.',
  group: 'These no longer wait together.',
  failed: 'It goes on.',
} as const satisfies Record<QueueEntry['type'], string>;

function nextText(entry: QueueEntry): string {
  switch (entry.type) {
    case 'failed':
      return `${entry.chat.name} was stopped by a failure`;
    case 'group':
      return `${sameWishText(chatCount(entry.asking))} · ${inOneLine(entry.subject.line)}`;
    case 'call': {
      const waiting = { agent: entry.chat.agent, firstWaiting: entry.call };
      return [waitingLine(waiting), waitingText(waiting)].filter(Boolean).join(' · ');
    }
  }
}
