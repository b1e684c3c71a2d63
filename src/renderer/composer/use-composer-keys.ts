import { type RefObject, useRef } from 'react';
import type { OfferedReply } from '../../shared/transcript/offered-reply.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { useDecidingKeys } from '../ui/decision/deciding-controls.tsx';
import type { Offered } from './reply/use-offered-reply.ts';

type Sending = {
  /** The line that says what Enter does. */
  line: RefObject<HTMLDivElement | null>;
  /** True while Enter still sends a message, as the line has only just come. */
  arming: boolean;
  onEnter(): void;
  onPress(): void;
};

/** Sends what stands in the field: as the answer it is offered as once that stands there for long enough, else as a message. */
export function useSending({ id }: Workspace, { offer, send }: Offered): Sending {
  const parley = useParley();
  const line = useRef<HTMLDivElement>(null);
  const answer = offer === null || offer.type === 'approve-plan' ? null : offer;
  const { armed, byKey } = useDecidingKeys(line, answer && aboutOffer(answer));

  function sendAs(isAnswer: boolean): void {
    if (answer === null || send === null || !isAnswer) return parley.sendMessage(id);
    send(parley, id, answer);
  }

  return {
    line,
    arming: !armed,
    onEnter() {
      let isAnswer = false;
      byKey(() => {
        isAnswer = true;
      });
      sendAs(isAnswer);
    },
    onPress: () => sendAs(armed),
  };
}

/** Names what Enter would do; words of one's own may grow meanwhile. */
function aboutOffer(offer: Exclude<OfferedReply, { type: 'approve-plan' }>): string {
  return offer.type === 'answer' ? offer.picks.join('\n') : `${offer.type} ${offer.part.toolCallId}`;
}

/**
 * Escape closes the topmost thing that is open: the offered answer, a recalled message, the search. With
 * nothing open, nothing written and no card waiting it stops the agent. Returns false where it did nothing.
 */
export function useEscape(workspace: Workspace, hasEntry: boolean, offered: Offered): () => boolean {
  const { view, recallMessage, stop } = useParley();
  return () => {
    const { id, turn, waiting } = workspace;
    if (offered.offer !== null) {
      offered.decline();
      return true;
    }
    if (recallMessage(id, 'none')) return true;
    if (document.querySelector(':popover-open') !== null) return false;
    if (view.getState().finding?.workspaceId === id) {
      view.setState({ finding: null, found: null });
      return true;
    }
    if (hasEntry || waiting > 0 || turn.status !== 'working') return false;
    stop(id);
    return true;
  };
}
