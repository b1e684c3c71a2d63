import type { ReactNode, RefObject } from 'react';
import { shownLabel } from '../../../shared/questions/recommended-label.ts';
import type { OfferedReply } from '../../../shared/transcript/offered-reply.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ComposerLine } from '../composer-line.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

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
        <OfferLine {...{ line, arming, asMessage }}>
          Answer: <Picks picks={offer.picks} />
        </OfferLine>
      );
    case 'fill':
      return (
        <OfferLine asMessage={asMessage}>
          <VisibleText text={`${offer.question.header ?? offer.question.prompt}: `} layout="line" />
          <Picks picks={offer.picks} />
        </OfferLine>
      );
    case 'review':
      return <OfferLine asMessage={asMessage}>Submit on the card</OfferLine>;
    case 'closes':
      return (
        <ComposerLine>
          <span role="status">{`Closes ${offer.questions} questions`}</span>
        </ComposerLine>
      );
    case 'own-answer':
      return <OfferLine {...{ line, arming, asMessage }}>Answer with this</OfferLine>;
    case 'deny':
      return <OfferLine {...{ line, arming, asMessage }}>Deny with this reason</OfferLine>;
    case 'approve-plan':
      return (
        <PartBoundary>
          <ApprovePlanLine workspaceId={workspace.id} part={offer.part}>
            {asMessage}
          </ApprovePlanLine>
        </PartBoundary>
      );
  }
}

type OfferLineProps = Partial<Pick<ReplyLineProps, 'line' | 'arming'>> & {
  asMessage: ReactNode;
  children: ReactNode;
};

/** Says what Enter does, beside the button that sends the text as a message. */
function OfferLine({ line, arming = false, asMessage, children }: OfferLineProps) {
  return (
    <ComposerLine {...(line && { ref: line })} arming={arming}>
      <span role="status" className="min-w-0 flex-1 truncate">
        {children}
      </span>
      <kbd className="font-sans text-small text-tertiary @max-[26rem]:hidden">Enter</kbd>
      {asMessage}
    </ComposerLine>
  );
}

function Picks({ picks }: { picks: readonly string[] }) {
  return (
    <b className="font-semibold text-ink">
      <VisibleText text={picks.map(shownLabel).join(', ')} layout="line" />
    </b>
  );
}
