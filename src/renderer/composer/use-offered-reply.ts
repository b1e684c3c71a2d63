import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { OfferedReply, offeredReply } from '../../shared/transcript/offered-reply.ts';
import { waitingCalls } from '../../shared/transcript/settled-status.ts';
import { useParleyState } from '../parley-context.tsx';
import { type ComposerState, emptyComposer, type Recipient } from '../state/composer/composer-state.ts';

export type Offered = {
  /** What the text is offered as; null where it is only a message. */
  offer: OfferedReply | null;
  /** Makes the text an ordinary message, until the field has been empty. */
  decline(): void;
};

/** Reads what is typed as an answer to the one card that waits, where the whole of it is one. */
export function useOfferedReply({ id, waiting: count }: Workspace, to: Recipient): Offered {
  const composer = useParleyState(({ composers }) => composers[id] ?? emptyComposer);
  const waiting = useParleyState(
    useShallow(({ chats }) => {
      const chat = chats[id];
      return count === 1 && chat?.status === 'ready' ? waitingCalls(chat.transcript.messages) : [];
    }),
  );
  const [declined, setDeclined] = useState(false);
  if (declined && composer.text === '') setDeclined(false);
  const text = declined || !isPlainText(composer) ? '' : composer.text;
  const read = useReader(count === 1);
  const offer = useMemo(() => read?.({ waiting, count, to, text }) ?? null, [read, waiting, count, to, text]);
  return { offer, decline: () => setDeclined(true) };
}

/** True while the field holds words that were typed and nothing goes with them. */
function isPlainText({ attached, attaching, sending, recalled }: ComposerState): boolean {
  return attached.length + attaching.length === 0 && sending === null && recalled === null;
}

/** What reads a typed text, loaded once a card waits; until then a text is a message. */
function useReader(waits: boolean): typeof offeredReply | null {
  const [loaded, setLoaded] = useState<{ read: typeof offeredReply } | null>(null);
  useEffect(() => {
    if (!waits) return;
    import('../../shared/transcript/offered-reply.ts').then(
      ({ offeredReply: read }) => setLoaded({ read }),
      () => undefined,
    );
  }, [waits]);
  return loaded?.read ?? null;
}
