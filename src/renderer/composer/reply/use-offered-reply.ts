import { useEffect, useMemo, useState } from 'react';
import type { OfferedReply } from '../../../shared/transcript/offered-reply.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParleyState } from '../../parley-context.tsx';
import { type ComposerState, emptyComposer, type Recipient } from '../../state/composer/composer-state.ts';
import type { readReply, sendOffered } from './read-reply.ts';
import type { ReplyLine } from './reply-line.tsx';

export type Offered = {
  /** Null where the text is only a message. */
  offer: OfferedReply | null;
  /** Shows the offer. Loaded ahead, so that it can be armed as soon as it appears. */
  Line: typeof ReplyLine | null;
  /** Null until something is offered. */
  send: typeof sendOffered | null;
  /** Makes the text an ordinary message, until the field has been empty. */
  decline(): void;
};

const none: readonly Message[] = [];

/** Reads the whole text as an answer to the one card that waits. */
export function useOfferedReply({ id, waiting: count, agent }: Workspace, to: Recipient): Offered {
  const composer = useParleyState(({ composers }) => composers[id] ?? emptyComposer);
  const messages = useParleyState(({ chats }) => {
    const chat = chats[id];
    return count === 1 && chat?.status === 'ready' ? chat.transcript.messages : none;
  });
  const [declined, setDeclined] = useState(false);
  if (declined && composer.text === '') setDeclined(false);
  const text = declined || !isPlainText(composer) ? '' : composer.text;
  const { read, Line, send } = useReader(count === 1);
  const isExternal = !agent.inLoop;
  const offer = useMemo(
    () => (text === '' ? null : (read?.({ messages, count, to, isExternal, text }) ?? null)),
    [read, messages, count, to, isExternal, text],
  );
  return { offer, Line, send, decline: () => setDeclined(true) };
}

/** True while the field holds typed text and nothing is attached. */
function isPlainText({ attached, attaching, sending, recalled }: ComposerState): boolean {
  return attached.length + attaching.length === 0 && sending === null && recalled === null;
}

type Reader = Pick<Offered, 'Line' | 'send'> & { read: typeof readReply | null };

/** Loads the code that reads answers once a card waits; until then a text is a message. */
function useReader(waits: boolean): Reader {
  const [loaded, setLoaded] = useState<Reader>({ read: null, Line: null, send: null });
  useEffect(() => {
    if (!waits) return;
    Promise.all([import('./read-reply.ts'), import('./reply-line.tsx')]).then(
      ([{ readReply: read, sendOffered: send }, { ReplyLine: Line }]) => setLoaded({ read, send, Line }),
      () => undefined,
    );
  }, [waits]);
  return loaded;
}
