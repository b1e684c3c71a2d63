import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChatChange, ChatChanges } from '../../shared/contract/chat-changes.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import { isPutBack } from '../../shared/previews/preview-kind.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import type { ParleyState } from '../state/parley-store.ts';
import { Button } from '../ui/button.tsx';

/** The last thing that was dropped here, until something else is; `actionId` is null once it is undone. */
type LastDrop = { path: string; text: string; actionId: ActionId | null };

type Drops = {
  last: LastDrop | null;
  /** Drops a file, or the change of it with that number, as it is shown. */
  drop(file: ChatChange, change: number | null): void;
  undo(): void;
};

type DropsOptions = {
  changes: ChatChanges | null;
  /** The list of the files. */
  list: RefObject<HTMLElement | null>;
  onProblem(problem: string | null): void;
  /** Reads the changes again; resolves once they are shown. */
  onChanged(): Promise<void>;
};

/** Drops changes of a chat, and undoes the last. A press that comes twice counts once. */
export function useDrops(
  workspaceId: WorkspaceId,
  { changes, list, onProblem, onChanged }: DropsOptions,
): Drops {
  const { companion } = useParley();
  const { dropChatChange, undoPreview } = companion.client.workspace;
  const [last, setLast] = useState<LastDrop | null>(null);
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
      if (end.type === 'dropped')
        return setLast({ path, text: droppedText(file, change), actionId: end.actionId });
      setLast(null);
      onProblem(`${path} has changed since it was shown, so nothing was dropped. Look at it again.`);
    });
  }

  function undo(): void {
    if (last === null || last.actionId === null) return;
    const { path, actionId } = last;
    void run(path, actionId, async () => {
      await undoPreview({ workspaceId, actionId });
      setLast({ path, text: 'Undone.', actionId: null });
    });
  }

  return { last, drop, undo };
}

function droppedText({ path, change }: ChatChange, part: number | null): string {
  if (part !== null) return `Change ${part + 1} of ${path} is dropped.`;
  switch (change) {
    case 'created':
      return `${path} is deleted.`;
    case 'deleted':
      return `${path} is back.`;
    case 'changed':
      return `${path} is as it was.`;
  }
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

/** Says what was dropped last, with `Undo`; nothing where nothing was. */
export function LastDropLine({ last, undo }: Pick<Drops, 'last' | 'undo'>) {
  return (
    <div role="status" className={last === null ? 'sr-only' : 'border-t border-hairline px-4 py-1.5'}>
      {last === null ? null : (
        <p className="flex min-h-8 items-center gap-2 text-second text-secondary">
          <span className="min-w-0 flex-1 wrap-anywhere">{visibleText(last.text, 'line')}</span>
          {last.actionId === null ? null : (
            <Button look="quiet" onClick={undo}>
              Undo
            </Button>
          )}
        </p>
      )}
    </div>
  );
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
