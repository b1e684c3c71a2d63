import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { OfferedReply } from '../../shared/transcript/offered-reply.ts';
import type { ProgressItem, Rewound } from '../../shared/transcript/transcript.ts';
import { isInbox } from '../../shared/workspace/workspace-link.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { tooLongText } from '../connection/connection.ts';
import { useConnection, useParley, useParleyState } from '../parley-context.tsx';
import { type ChatView, hasMessages } from '../state/chat/chat-view.ts';
import { askedTrust } from '../state/composer/asked-trust.ts';
import {
  type ComposerState,
  emptyComposer,
  isReady,
  type Recipient,
} from '../state/composer/composer-state.ts';
import { failedServers } from '../state/composer/failed-servers.ts';
import { recipientOf } from '../state/composer/recipient.ts';
import { stopOrAsk } from '../state/composer/stop-or-ask.ts';
import { waitingPlaceholder } from '../state/composer/waiting-text.ts';
import { isTooLong } from '../state/text-limit.ts';
import { Button } from '../ui/button.tsx';
import { useDecidingKeys } from '../ui/decision/deciding-controls.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { ProblemLine } from '../ui/problem-line.tsx';
import { StatusLine } from './above/status-line.tsx';
import { ComposerActions } from './actions/composer-actions.tsx';
import { ComposerLine } from './composer-line.tsx';
import { MessageField } from './message-field.tsx';
import { type Offered, useOfferedReply } from './reply/use-offered-reply.ts';
import { useOptionKeys } from './reply/use-option-keys.ts';
import { PartBoundary } from '../ui/part-boundary.tsx';

// Lazy: a window begins with the field alone.
const AboveMessage = lazyPart(async () => (await import('./above/above-message.tsx')).AboveMessage);

/** The field for the next message; usable whatever the agent does. */
export function Composer({ workspace }: { workspace: Workspace }) {
  const { id, agent, commands, usage } = workspace;
  const connection = useConnection();
  const composer = useParleyState(({ composers }) => composers[id] ?? emptyComposer);
  const chatLine = useParleyState(({ chatLines }) => chatLines[id]);
  const problemId = useId();
  const recipient = useRecipient(workspace);
  const strayFiles = recipient.asker !== null && composer.attached.length > 0;
  const isQueued = useParleyState(({ chats }) => hasQueued(chats[id]));
  const progress = useParleyState(({ chats }) => progressIn(chats[id]));
  const rewound = useParleyState(({ chats }) => rewoundIn(chats[id]));
  const hasFailedServers = useParleyState(({ app }) => failedServers(app, workspace.folder).length > 0);
  const asking = useParleyState(({ app }) => app?.trust.asking);
  const dataDir = useParleyState(({ app }) => app?.about.dataDir) ?? '';
  const asked = askedTrust(asking ?? [], workspace, dataDir);
  const hasMore =
    isQueued ||
    commands.length > 0 ||
    progress !== undefined ||
    rewound !== undefined ||
    hasFailedServers ||
    asked !== undefined ||
    usage.context * 5 > (agent.contextWindow ?? Infinity) * 3;
  const { text, problem } = composer;
  const said = strayFiles ? filesForAgent : isTooLong(text) ? tooLongText : (problem ?? chatLine);
  return (
    <div className="gutters shrink-0 overflow-y-hidden">
      <div className="column pb-5 short:pb-2">
        <StatusLine connection={connection} workspace={workspace} />
        {said !== undefined && (
          <div className="pb-2">
            <ProblemLine id={problemId}>{said}</ProblemLine>
          </div>
        )}
        <PartBoundary>
          {hasMore && <AboveMessage {...{ workspace, progress, rewound }} trust={asked} />}
        </PartBoundary>
        <ComposerBox
          {...{ workspace, composer, recipient }}
          canSend={isReady(composer) && !isTooLong(text) && !strayFiles}
          describedBy={said === undefined ? undefined : problemId}
        />
      </div>
    </div>
  );
}

function hasQueued(chat: ChatView | undefined): boolean {
  if (chat?.status !== 'ready') return false;
  return chat.transcript.messages.some((message) => message.role === 'user' && message.queued);
}

function progressIn(chat: ChatView | undefined): readonly ProgressItem[] | undefined {
  return chat?.status === 'ready' ? chat.transcript.progress : undefined;
}

function rewoundIn(chat: ChatView | undefined): Rewound | undefined {
  return chat?.status === 'ready' ? chat.transcript.rewound : undefined;
}

const filesForAgent = 'Files can go to the agent only. Remove them, or send this to the agent.';

/** Returns who gets the message; `asker` is the name of the outside asker, null for the chat's agent. */
function useRecipient({ id, outsideAsks }: Workspace): { to: Recipient; asker: string | null } {
  const to = useParleyState((state) => recipientOf(state, id));
  return { to, asker: outsideAsks.find(({ toolCallId }) => toolCallId === to)?.asker ?? null };
}

// Lazy, as above: nothing of it is there when a window begins.
const AttachmentChips = lazyPart(async () => (await import('./attachment-chips.tsx')).AttachmentChips);
const ComesAlong = lazyPart(async () => (await import('./actions/where-it-works.tsx')).ComesAlong);
const RecipientField = lazyPart(async () => (await import('./recipient-field.tsx')).RecipientField);

const box =
  '@container relative rounded-field border border-edge bg-raised has-[textarea:focus]:border-control ' +
  'data-over:border-dashed data-over:border-ink';

type OverFieldProps = { workspace: Workspace; to: Recipient; hasFiles: boolean; children: ReactNode };

/** Over the field: the reply that is offered, to whom it goes, and what goes with it. */
function OverField({ workspace, to, hasFiles, children }: OverFieldProps) {
  return (
    <PartBoundary>
      {children}
      {workspace.outsideAsks.length > 0 && <RecipientField {...{ workspace, to }} />}
      {hasFiles && <AttachmentChips workspace={workspace} />}
    </PartBoundary>
  );
}

type ComposerBoxProps = {
  workspace: Workspace;
  composer: ComposerState;
  recipient: { to: Recipient; asker: string | null };
  canSend: boolean;
  describedBy: string | undefined;
};

function ComposerBox({ workspace, composer, recipient, canSend, describedBy }: ComposerBoxProps) {
  const { id, waiting, turn, agent, worktree } = workspace;
  const { to, asker } = recipient;
  const { text, restored, attached, attaching, sending, later } = composer;
  const parley = useParley();
  const { typeMessage, sendMessage, attachFiles, requestCaret } = parley;
  const hasEntry = text.trim() !== '' || attached.length + attaching.length > 0;
  const queues = hasEntry && sending === null && asker === null && turn.status === 'working' && waiting === 0;
  const offered = useOfferedReply(workspace, to);
  const { line, arming, onEnter, onPress } = useSending(workspace, offered);
  const onEscape = useEscape(workspace, hasEntry, offered);
  useOptionKeys(workspace);

  const onFiles = useCallback(
    (files: File[]) => {
      if (files.length > 0) attachFiles(id, files);
      requestCaret();
    },
    [id, attachFiles, requestCaret],
  );

  const over = useFileDrop(onFiles);
  const isNew = useParleyState(({ chats }) => isChoosable(chats[id], workspace));
  const thenCaret = (send: () => void) => () => {
    send();
    requestCaret();
  };
  return (
    <div data-over={over || undefined} className={box}>
      {over && <DropHint />}
      <PartBoundary>
        {isNew && worktree?.state === 'wanted' && <ComesAlong workspace={workspace} />}
      </PartBoundary>
      {later !== null && <LaterLine>{later}</LaterLine>}
      {queues && <QueuesLine name={agent.name} onStop={() => stopOrAsk(parley, id)} />}
      <OverField {...{ workspace, to }} hasFiles={attached.length + attaching.length > 0}>
        {offered.offer !== null && offered.Line !== null && (
          <offered.Line
            {...{ workspace, line, arming }}
            offer={offered.offer}
            onSendAsMessage={thenCaret(() => sendMessage(id))}
          />
        )}
      </OverField>
      <div className="short:@min-[42rem]:flex short:@min-[42rem]:items-end">
        <MessageField
          key={id}
          workspaceId={id}
          {...{ text, restored, describedBy, onEscape, onFiles }}
          takesFiles={asker === null}
          placeholder={placeholderFor(asker, workspace)}
          takesCaret={waiting === 0 && !matchMedia('(pointer: coarse)').matches}
          onType={(typed) => typeMessage(id, typed)}
          onSend={onEnter}
        />
        <ComposerActions {...{ workspace, hasEntry, isNew, canSend, onFiles }} onSend={thenCaret(onPress)} />
      </div>
    </div>
  );
}

/** True while it can be chosen where a chat works: before its first message, and until a wanted worktree is made. */
function isChoosable(chat: ChatView | undefined, { id, worktree, turn }: Workspace): boolean {
  if (isInbox(id) || chat?.status !== 'ready' || turn.status === 'working') return false;
  if (worktree === null) return !hasMessages(chat) && chat.transcript.rewound === undefined;
  return worktree.state !== 'made';
}

/** Says what a command will do once the agent is done. */
function LaterLine({ children }: { children: string }) {
  return (
    <ComposerLine>
      <span role="status">{children}</span>
    </ComposerLine>
  );
}

function QueuesLine({ name, onStop }: { name: string; onStop(): void }) {
  return (
    <ComposerLine>
      <span className="flex-1">{`${name} reads this next`}</span>
      <Button look="quiet" onClick={onStop}>
        Stop
      </Button>
    </ComposerLine>
  );
}

function placeholderFor(asker: string | null, workspace: Workspace): string {
  return asker === null ? waitingPlaceholder(workspace) : `Reply to ${visibleText(asker, 'line')}`;
}

function DropHint() {
  return (
    <p className="absolute inset-0 z-10 flex items-center justify-center rounded-field bg-raised font-medium">
      Drop to attach
    </p>
  );
}

type Sending = {
  /** The line that says what Enter does. */
  line: RefObject<HTMLDivElement | null>;
  /** True while Enter still sends a message, since the line has only just appeared. */
  arming: boolean;
  onEnter(): void;
  onPress(): void;
};

/**
 * Sends the text: as the answer it is offered as, once the offer has been shown long enough, else as a message.
 */
function useSending({ id }: Workspace, { offer, send }: Offered): Sending {
  const parley = useParley();
  const line = useRef<HTMLDivElement>(null);
  const decision = offer !== null && decides(offer) ? offer : null;
  const { armed, byKey } = useDecidingKeys(line, decision && aboutOffer(decision));

  function sendAs(isArmed: boolean): void {
    const taken = decision === null ? offer : isArmed ? decision : null;
    if (send === null || taken === null || isMessage(taken)) return parley.sendMessage(id);
    send(parley, id, taken);
  }

  return {
    line,
    arming: !armed,
    onEnter() {
      let isArmed = false;
      byKey(() => {
        isArmed = true;
      });
      sendAs(isArmed);
    },
    onPress: () => sendAs(armed),
  };
}

type DecidingOffer = Extract<OfferedReply, { type: 'answer' | 'own-answer' | 'deny' }>;

/** True where Enter decides, and so has to be armed. What only fills in a card can be changed there. */
function decides(offer: OfferedReply): offer is DecidingOffer {
  switch (offer.type) {
    case 'answer':
    case 'own-answer':
    case 'deny':
      return true;
    case 'fill':
    case 'review':
    case 'closes':
    case 'approve-plan':
      return false;
  }
}

/** True where the text is sent as a message. A plan is approved by a click. */
function isMessage({ type }: OfferedReply): boolean {
  return type === 'closes' || type === 'approve-plan';
}

/** Identifies what Enter would do; free text may grow without a new wait. */
function aboutOffer(offer: DecidingOffer): string {
  return offer.type === 'answer' ? offer.picks.join('\n') : `${offer.type} ${offer.part.toolCallId}`;
}

/**
 * Handles Escape: closes the topmost open thing (the offered answer, a recalled message, the search), or stops
 * the agent where nothing is open, nothing is written and no card waits. Returns false if it did nothing.
 */
function useEscape(workspace: Workspace, hasEntry: boolean, offered: Offered): () => boolean {
  const { view, recallMessage, stop } = useParley();
  return () => {
    const { id, turn, waiting } = workspace;
    if (offered.offer !== null && offered.offer.type !== 'closes') {
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

/**
 * Takes files dropped anywhere on the page, which the browser would navigate to otherwise; true while some are
 * dragged over it. Dragged text is left to the fields.
 */
function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const hold = (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!bringsFiles(event)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open], [aria-modal]') === null)
        take([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragenter', hold, { signal });
    window.addEventListener('dragover', hold, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => end.abort();
  }, []);
  return over;
}
