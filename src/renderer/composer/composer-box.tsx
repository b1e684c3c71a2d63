import { Suspense, useCallback } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import type { ComposerState, Recipient } from '../state/composer/composer-state.ts';
import { stopOrAsk } from '../state/composer/stop-or-ask.ts';
import { waitingPlaceholder } from '../state/composer/waiting-words.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { ComposerActions } from './actions/composer-actions.tsx';
import { ComposerLine } from './composer-line.tsx';
import { MessageField } from './message-field.tsx';
import { useEscape, useSending } from './use-composer-keys.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useOfferedReply } from './reply/use-offered-reply.ts';
import { useOptionKeys } from './reply/use-option-keys.ts';

// What stands over the message is loaded when it first does: the field itself is what a window begins with.
const AttachmentChips = lazyPart(async () => (await import('./attachment-chips.tsx')).AttachmentChips);
const RecipientField = lazyPart(async () => (await import('./recipient-field.tsx')).RecipientField);

const box =
  '@container relative rounded-field border border-edge bg-raised has-[textarea:focus]:border-control ' +
  'data-over:border-dashed data-over:border-ink';

type ComposerBoxProps = {
  workspace: Workspace;
  composer: ComposerState;
  recipient: { to: Recipient; asker: string | null };
  canSend: boolean;
  describedBy: string | undefined;
};

/** The message with all that goes with it, and the row of what can be done. */
export function ComposerBox({ workspace, composer, recipient, canSend, describedBy }: ComposerBoxProps) {
  const { id, waiting, turn, agent } = workspace;
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
  const thenCaret = (send: () => void) => () => {
    send();
    requestCaret();
  };
  return (
    <div data-over={over || undefined} className={box}>
      {over && <DropHint />}
      {later !== null && <LaterLine>{later}</LaterLine>}
      {queues && <QueuesLine name={agent.name} onStop={() => stopOrAsk(parley, id)} />}
      <Suspense>
        {offered.offer !== null && offered.Line !== null && (
          <offered.Line
            {...{ workspace, line, arming }}
            offer={offered.offer}
            onSendAsMessage={thenCaret(() => sendMessage(id))}
          />
        )}
        {workspace.outsideAsks.length > 0 && <RecipientField {...{ workspace, to }} />}
        {attached.length + attaching.length > 0 && <AttachmentChips workspace={workspace} />}
      </Suspense>
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
        <ComposerActions {...{ workspace, hasEntry, canSend, onFiles }} onSend={thenCaret(onPress)} />
      </div>
    </div>
  );
}

/** Says what a command will do once the agent is done. */
function LaterLine({ children }: { children: string }) {
  return (
    <ComposerLine>
      <span role="status">{children}</span>
    </ComposerLine>
  );
}

/** Says that what is written waits for its turn in the queue. */
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

/** Lies over the composer while files are held over the window. */
function DropHint() {
  return (
    <p className="absolute inset-0 z-10 flex items-center justify-center rounded-field bg-raised font-medium">
      Drop to attach
    </p>
  );
}
