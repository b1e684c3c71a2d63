import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { OfferedReply } from '../../../shared/transcript/offered-reply.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { type ComposerState, emptyComposer, type Recipient } from '../../state/composer/composer-state.ts';
import type * as replyReader from './read-reply.ts';
import type { sendOffered } from './read-reply.ts';
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

/** Reads the whole text as an answer to the one card that waits, or says what it closes as a message. */
export function useOfferedReply({ id, waiting: count, agent }: Workspace, to: Recipient): Offered {
  const composer = useParleyState(({ composers }) => composers[id] ?? emptyComposer);
  const messages = useParleyState(({ chats }) => {
    const chat = chats[id];
    return count > 0 && chat?.status === 'ready' ? chat.transcript.messages : none;
  });
  const [declined, setDeclined] = useState(false);
  if (declined && composer.text === '') setDeclined(false);
  const { reader, Line } = useReader(count > 0);
  const shown = useQuestionShown(reader, id, messages);
  const isExternal = !agent.inLoop;
  const { text, sending, recalled } = composer;
  const onlyMessage = declined || recalled !== null || hasFiles(composer);
  const offer = useMemo(() => {
    if (reader === null || sending !== null || (text === '' && !onlyMessage)) return null;
    return reader.readReply({ messages, count, to, isExternal, shown, text, onlyMessage });
  }, [reader, messages, count, to, isExternal, shown, text, onlyMessage, sending]);
  return { offer, Line, send: reader?.sendOffered ?? null, decline: () => setDeclined(true) };
}

function hasFiles({ attached, attaching }: ComposerState): boolean {
  return attached.length + attaching.length > 0;
}

/** Follows which question the first waiting card shows, from 0. */
function useQuestionShown(reader: ReplyReader | null, id: WorkspaceId, messages: readonly Message[]): number {
  const parley = useParley();
  const cards = useMemo(() => reader?.cardsOfChat(parley, id) ?? null, [reader, parley, id]);
  return useSyncExternalStore(
    useCallback((listen) => cards?.subscribe(listen) ?? (() => undefined), [cards]),
    () => (cards === null ? 0 : (reader?.questionShown(cards.getState(), messages) ?? 0)),
  );
}

type ReplyReader = typeof replyReader;

/** Loads the code that reads answers once a card waits; until then a text is a message. */
function useReader(waits: boolean): { reader: ReplyReader | null; Line: typeof ReplyLine | null } {
  const [loaded, setLoaded] = useState<ReturnType<typeof useReader>>({ reader: null, Line: null });
  useEffect(() => {
    if (!waits) return;
    Promise.all([import('./read-reply.ts'), import('./reply-line.tsx')]).then(
      ([reader, { ReplyLine: Line }]) => setLoaded({ reader, Line }),
      () => undefined,
    );
  }, [waits]);
  return loaded;
}
