import { useEffect } from 'react';
import { wayToAnswer } from '../cards/focus-card.ts';
import { focusWhenShown } from '../cards/focus-when-shown.ts';
import { useParley, useParleyState, useView } from '../parley-context.tsx';

/** Brings a card that was asked for into view, and the focus to what it is answered with. */
export function useCardWanted(): void {
  const { view, goToCall } = useParley();
  const wanted = useView(({ cardWanted }) => cardWanted);
  const there = useParleyState(
    ({ openId, chats }) =>
      wanted !== null && openId === wanted.workspaceId && chats[openId]?.status === 'ready',
  );
  useEffect(() => {
    if (wanted === null || !there) return;
    view.setState({ cardWanted: null });
    void goToCall(wanted.workspaceId, wanted.toolCallId).then(() =>
      focusWhenShown(() => {
        const card = document.querySelector(`[data-tool-call-id="${CSS.escape(wanted.toolCallId)}"]`);
        card?.scrollIntoView({ block: 'nearest' });
        return card && (wayToAnswer(card) ?? card.querySelector<HTMLElement>('button[aria-expanded]'));
      }),
    );
  }, [wanted, there, view, goToCall]);
}
