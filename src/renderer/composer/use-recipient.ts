import { useMemo } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import { useParleyState } from '../parley-context.tsx';
import type { Recipient } from '../state/composer-state.ts';
import { type OutsideCard, outsideCards, recipientOf } from '../state/recipient.ts';

type RecipientChoice = {
  /** The cards of outside askers that wait in the chat. */
  cards: readonly OutsideCard[];
  to: Recipient;
  /** The name of the outside asker that gets the message; null for the chat's agent. */
  asker: string | null;
};

/** Who gets the message of a chat, and who else could. */
export function useRecipient(id: WorkspaceId): RecipientChoice {
  const transcript = useParleyState(({ chats }) => {
    const chat = chats[id];
    return chat?.status === 'ready' ? chat.transcript : undefined;
  });
  const cards = useMemo(() => (transcript === undefined ? [] : outsideCards(transcript)), [transcript]);
  const to = useParleyState((state) => recipientOf(state, id));
  const asker = cards.find(({ toolCallId }) => toolCallId === to)?.ask.asker ?? null;
  return { cards, to, asker };
}
