import { useEffect } from 'react';
import { firstAnswerControl, focusWhenShown } from '../cards/reveal-card.ts';
import { useParley, useParleyState, useView } from '../parley-context.tsx';

/** Scrolls to a requested card, and focuses what answers it unless the focus is to stay where it is. */
export function useRequestedCard(): void {
  const { view, goToCall } = useParley();
  const requested = useView(({ requestedCard }) => requestedCard);
  const there = useParleyState(
    ({ openId, chats }) =>
      requested !== null && openId === requested.workspaceId && chats[openId]?.status === 'ready',
  );
  useEffect(() => {
    if (requested === null || !there) return;
    view.setState({ requestedCard: null });
    void goToCall(requested.workspaceId, requested.toolCallId).then((landed) => {
      if (requested.keepsFocus) return showWhenThere(requested.toolCallId);
      view.setState({ landed });
      focusWhenShown(() => {
        const card = cardOf(requested.toolCallId);
        card?.scrollIntoView({ block: 'nearest' });
        return card && (firstAnswerControl(card) ?? card.querySelector<HTMLElement>('button[aria-expanded]'));
      });
    });
  }, [requested, there, view, goToCall]);
}

/** Shows a card as soon as its row is there, without taking the focus. */
function showWhenThere(toolCallId: string, frames = 60): void {
  const card = cardOf(toolCallId);
  if (card !== null) card.scrollIntoView({ block: 'nearest' });
  else if (frames > 0) requestAnimationFrame(() => showWhenThere(toolCallId, frames - 1));
}

const cardOf = (toolCallId: string) =>
  document.querySelector(`[data-tool-call-id="${CSS.escape(toolCallId)}"]`);

/** Scrolls to a requested place of a chat, and marks it. */
export function useRequestedPlace(): void {
  const { view, goToMessage } = useParley();
  const requested = useView(({ requestedPlace }) => requestedPlace);
  const there = useParleyState(
    ({ openId, chats }) =>
      requested !== null && openId === requested.workspaceId && chats[openId]?.status === 'ready',
  );
  useEffect(() => {
    if (requested === null || !there) return;
    view.setState({ requestedPlace: null });
    const { workspaceId, ...landed } = requested;
    void goToMessage(workspaceId, landed).then(() => view.setState({ landed }));
  }, [requested, there, view, goToMessage]);
}
