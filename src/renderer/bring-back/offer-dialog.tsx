import type { ReactNode } from 'react';
import type { WhyNoAct } from '../../shared/contract/commit-contract.ts';
import type { WhyNoPushOffer } from '../../shared/contract/push-contract.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley } from '../parley-context.tsx';
import { closeDialog, type Dialog as DialogName } from '../state/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LoadFailure } from '../ui/problem-line.tsx';
import { useRead } from './git-calls.ts';
import { WhyNoActNote } from './why-no-act-note.tsx';

type NotOffered = { offered: false; because: WhyNoAct | WhyNoPushOffer };

type OfferDialogProps<Offered> = {
  workspaceId: WorkspaceId;
  name: DialogName;
  title: string;
  /** Looks at what can be done. */
  read(): Promise<Offered | NotOffered>;
  /** What is shown where it can be done; `readAgain` looks at it anew. */
  children(offer: Offered, act: { readAgain(): void; close(): void }): ReactNode;
};

/** A dialog about something that git is to do in the chat's worktree: says what is in the way, or shows what it would do. */
export function OfferDialog<Offered extends { offered: true }>({
  workspaceId,
  name,
  title,
  read,
  children,
}: OfferDialogProps<Offered>) {
  const { view } = useParley();
  const [offer, readAgain] = useRead(read);
  const close = () => closeDialog(view, name);
  return (
    <Dialog title={title} size="wide" onClose={close}>
      {offer.type === 'failed' && (
        <LoadFailure action="Try again" onAction={readAgain}>
          {offer.problem}
        </LoadFailure>
      )}
      {offer.type === 'read' &&
        (offer.value.offered ? (
          children(offer.value, { readAgain, close })
        ) : (
          <WhyNoActNote
            {...{ workspaceId }}
            because={offer.value.because}
            onSettled={readAgain}
            onClose={close}
          />
        ))}
    </Dialog>
  );
}
