import { type RefObject, Suspense } from 'react';
import { shownLabel } from '../../../shared/questions/recommended-label.ts';
import type { OfferedReply } from '../../../shared/transcript/offered-reply.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ComposerLine } from '../composer-line.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const ApprovePlanLine = lazyPart(async () => (await import('./approve-plan-line.tsx')).ApprovePlanLine);

type ReplyLineProps = {
  workspace: Workspace;
  offer: OfferedReply;
  line: RefObject<HTMLDivElement | null>;
  /** True while Enter still sends a message. */
  arming: boolean;
  onSendAsMessage(): void;
};

/** Says what the typed text would do to the card that waits. */
export function ReplyLine({ workspace, offer, line, arming, onSendAsMessage }: ReplyLineProps) {
  const asMessage = (
    <Button look="quiet" onClick={onSendAsMessage}>
      Send as message
    </Button>
  );
  switch (offer.type) {
    case 'answer':
      return (
        <ComposerLine ref={line} arming={arming}>
          <span role="status" className="min-w-0 flex-1 truncate">
            Answer:{' '}
            <b className="font-semibold text-ink">
              <VisibleText text={offer.picks.map(shownLabel).join(', ')} layout="line" />
            </b>
          </span>
          <kbd className="font-sans text-small text-tertiary @max-[26rem]:hidden">Enter</kbd>
          {asMessage}
        </ComposerLine>
      );
    case 'fill':
      return (
        <ComposerLine>
          <span role="status" className="min-w-0 flex-1 truncate">
            <VisibleText text={`${offer.question.header ?? offer.question.prompt}: `} layout="line" />
            <b className="font-semibold text-ink">
              <VisibleText text={offer.picks.join(', ')} layout="line" />
            </b>
          </span>
          <kbd className="font-sans text-small text-tertiary @max-[26rem]:hidden">Enter</kbd>
          {asMessage}
        </ComposerLine>
      );
    case 'review':
      return (
        <ComposerLine>
          <span role="status" className="min-w-0 flex-1 truncate">
            Submit on the card
          </span>
          <kbd className="font-sans text-small text-tertiary @max-[26rem]:hidden">Enter</kbd>
          {asMessage}
        </ComposerLine>
      );
    case 'closes':
      return (
        <ComposerLine>
          <span role="status" className="min-w-0 flex-1 truncate">
            {`Closes ${offer.questions} questions`}
          </span>
        </ComposerLine>
      );
    case 'own-answer':
    case 'deny':
      return (
        <ComposerLine ref={line} arming={arming}>
          <span role="status" className="min-w-0 flex-1 truncate">
            {offer.type === 'deny' ? 'Deny with this reason' : 'Answer with this'}
          </span>
          <kbd className="font-sans text-small text-tertiary @max-[26rem]:hidden">Enter</kbd>
          {asMessage}
        </ComposerLine>
      );
    case 'approve-plan':
      return (
        <Suspense>
          <ApprovePlanLine workspaceId={workspace.id} part={offer.part}>
            {asMessage}
          </ApprovePlanLine>
        </Suspense>
      );
  }
}
