import { type RefObject, useEffect, useRef } from 'react';
import type { ChatChange, ChatChanges } from '../../shared/contract/chat-changes.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { PendingAction } from '../../shared/previews/pending-action.ts';
import { isPutBack } from '../../shared/previews/preview-kind.ts';
import { outcomeOf } from '../../shared/previews/preview-state.ts';
import type { FileDiff, Preview } from '../../shared/previews/preview.ts';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import type { ParleyState } from '../state/parley-store.ts';
import { Button } from '../ui/button.tsx';

type Drops = {
  /** Drops a file, or the change of it with that number, as it is shown. */
  drop(file: ChatChange, change: number | null): void;
  /** Undoes what was dropped of a file. */
  undo(path: string, actionId: ActionId): void;
};

type DropsOptions = {
  changes: ChatChanges | null;
  /** The list of the files. */
  list: RefObject<HTMLElement | null>;
  onProblem(problem: string | null): void;
  /** Reads the changes again; resolves once they are shown. */
  onChanged(): Promise<void>;
};

/** Drops changes of a chat, and undoes that. A press that comes twice counts once. */
export function useDrops(
  workspaceId: WorkspaceId,
  { changes, list, onProblem, onChanged }: DropsOptions,
): Drops {
  const { companion } = useParley();
  const { dropChatChange, undoPreview } = companion.client.workspace;
  const running = useRef(new Set<string>());
  const keepFocus = useKeptFocus(list, changes);

  async function run(path: string, press: string, work: () => Promise<void>): Promise<void> {
    if (running.current.has(press)) return;
    running.current.add(press);
    keepFocus(path);
    try {
      onProblem(null);
      await work();
    } catch (error) {
      onProblem(failureText(error));
    }
    await onChanged();
    running.current.delete(press);
  }

  function drop(file: ChatChange, change: number | null): void {
    const { path, fingerprint } = file;
    if (changes === null || fingerprint === null) return;
    void run(path, `${fingerprint} ${change}`, async () => {
      const asShown = { base: changes.base, path, fingerprint, change };
      const end = await dropChatChange({ workspaceId, ...asShown });
      if (end.type === 'changed')
        onProblem(`${path} has changed since it was shown, so nothing was dropped. Look at it again.`);
    });
  }

  function undo(path: string, actionId: ActionId): void {
    const { below = '' } = changes ?? {};
    const inTree = below === '' ? path : `${below}/${path}`;
    void run(inTree, actionId, async () => void (await undoPreview({ workspaceId, actionId })));
  }

  return { drop, undo };
}

/** Returns what has the focus go to the row of a file, or what takes its place, when what had it is gone. */
function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  changes: ChatChanges | null,
): (path: string) => void {
  const wanted = useRef<{ path: string; index: number } | null>(null);
  useEffect(() => {
    if (wanted.current === null || changes === null || document.activeElement !== document.body) return;
    const { path, index } = wanted.current;
    wanted.current = null;
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
    const same = rows[changes.files.findIndex((file) => file.path === path)];
    const pane = document.querySelector<HTMLElement>('[data-pane]');
    (same ?? rows[index] ?? rows.at(-1) ?? pane)?.focus({ preventScroll: true });
  }, [list, changes]);
  return (path) => {
    wanted.current = { path, index: changes?.files.findIndex((file) => file.path === path) ?? 0 };
  };
}

type LastDropProps = { workspaceId: WorkspaceId; onUndo: Drops['undo'] };

/** Says what was dropped last, with `Undo`, until the chat goes on. */
export function LastDropLine({ workspaceId, onUndo }: LastDropProps) {
  const action = useParleyState((state) => lastDrop(state, workspaceId));
  const outcome = action && outcomeOf(action.state);
  const [file] = action?.preview.type === 'edit' ? action.preview.files : [];
  const isApplied = outcome?.type === 'applied' && !outcome.undone;
  if (action === null || file === undefined || !isApplied)
    return (
      <p role="status" className="sr-only">
        {outcome?.type === 'applied' ? 'Undone.' : ''}
      </p>
    );
  return (
    <div className="flex min-h-11 items-center gap-2 border-t border-hairline px-4 py-1.5 text-second text-secondary">
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {visibleText(droppedText(file, action.preview), 'line')}
      </p>
      <Button look="quiet" onClick={() => onUndo(file.path, action.id)}>
        Undo
      </Button>
    </div>
  );
}

function droppedText({ path, change }: FileDiff, preview: Preview): string {
  if (preview.type === 'edit' && preview.putBack?.what === 'change') return `A change of ${path} is dropped.`;
  switch (change) {
    case 'created':
      return `${path} is back.`;
    case 'deleted':
      return `${path} is deleted.`;
    case 'changed':
      return `${path} is as it was.`;
  }
}

/** Returns what was dropped, where nothing came after it in the chat. */
function lastDrop({ chats }: ParleyState, workspaceId: WorkspaceId): PendingAction | null {
  const chat = chats[workspaceId];
  const message = chat?.status === 'ready' ? chat.transcript.messages.at(-1) : undefined;
  const [part] = message?.role === 'outside' ? message.parts : [];
  const action = part?.type === 'tool' && part.kind === 'preview' ? part.action : null;
  return action && isPutBack(action.preview) ? action : null;
}

/** Returns how all that was dropped of a chat stands, as a text that differs when one is dropped, undone or applied again. */
export function dropStates({ chats }: ParleyState, workspaceId: WorkspaceId): string {
  const chat = chats[workspaceId];
  if (chat?.status !== 'ready') return '';
  return chat.transcript.messages
    .flatMap((message) => (message.role === 'outside' ? message.parts : []))
    .flatMap((part) =>
      part.type === 'tool' && part.kind === 'preview' && part.action && isPutBack(part.action.preview)
        ? [part.action]
        : [],
    )
    .map(({ id, state }) => `${id} ${JSON.stringify(state)}`)
    .join('\n');
}
