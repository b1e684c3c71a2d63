import type { MessageId, ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { MessagePosition } from '../../../shared/transcript/message-page.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { Companion } from '../../companion.ts';
import { type ParleyStore, setChatLine, updateComposer } from '../parley-store.ts';
import { attempt } from './attempt.ts';

type Window = { companion: Companion; store: ParleyStore };

/**
 * Has the earlier messages summarised; says so where there is nothing to summarise. An external agent is told to by
 * its own command.
 */
export async function compact(
  window: Window,
  { id: workspaceId, agent }: Pick<Workspace, 'id' | 'agent'>,
): Promise<void> {
  const { workspace } = window.companion.client;
  if (!agent.inLoop) {
    const message = { workspaceId, key: crypto.randomUUID(), text: '/compact' };
    await attempt(window.store, workspaceId, workspace.sendMessage(message));
    return;
  }
  const call = workspace.summarise({ workspaceId });
  if ((await attempt(window.store, workspaceId, call)) && !(await call).started)
    setChatLine(window.store, workspaceId, 'There is nothing to summarise now.');
}

/** As `compact` for a model, once the agent is done; the composer says so if that takes a moment. */
export async function summariseWhenDone(window: Window, workspaceId: WorkspaceId): Promise<void> {
  const { store, companion } = window;
  const say = (later: string | null) =>
    updateComposer(store, workspaceId, (composer) => ({ ...composer, later }));
  const name = store.getState().app?.workspaces.find(({ id }) => id === workspaceId)?.agent.name;
  const slow = setTimeout(
    () => say(`The earlier messages are summarised once ${name ?? 'the agent'} is done`),
    300,
  );
  const call = companion.client.workspace.summarise({ workspaceId, whenDone: true });
  const made = await attempt(window.store, workspaceId, call);
  clearTimeout(slow);
  say(null);
  if (made && !(await call).started) setChatLine(store, workspaceId, 'There is nothing to summarise now.');
}

/** Resolves to whether the text is stored. */
export function editSummary(
  window: Window,
  workspaceId: WorkspaceId,
  messageId: MessageId,
  text: string,
): Promise<boolean> {
  const { workspace } = window.companion.client;
  return attempt(window.store, workspaceId, workspace.editSummary({ workspaceId, messageId, text }));
}

/** Has the agent read the earlier messages again. */
export function undoSummary(window: Window, workspaceId: WorkspaceId, messageId: MessageId): void {
  const { workspace } = window.companion.client;
  void attempt(window.store, workspaceId, workspace.undoSummary({ workspaceId, messageId }));
}

type BranchPoint = { messageId: MessageId } | { toolCallId: ToolCallId };

/** Shows the branch with a message; resolves to true once the window has it. */
export async function untilBranchShown(
  window: Window,
  workspaceId: WorkspaceId,
  at: BranchPoint,
): Promise<boolean> {
  const { store, companion } = window;
  const placeNow = () => {
    const chat = store.getState().chats[workspaceId];
    return chat?.status === 'ready' ? chat.place : null;
  };
  const before = placeNow();
  const call = companion.client.workspace.showBranch({ workspaceId, at });
  if (!(await attempt(window.store, workspaceId, call))) return false;
  if (!(await call).changed || placeNow() !== before) return true;
  await new Promise<void>((resolve) => {
    const end = store.subscribe(() => {
      if (placeNow() === before) return;
      end();
      resolve();
    });
  });
  return true;
}

/** Shows a version of a message, with everything that came after it; resolves to false where that failed. */
export async function showBranch(
  window: Window & { goToMessage(id: WorkspaceId, place: MessagePosition): Promise<unknown> },
  workspaceId: WorkspaceId,
  at: { messageId: MessageId },
): Promise<boolean> {
  if (!(await untilBranchShown(window, workspaceId, at))) return false;
  await window.goToMessage(workspaceId, { messageId: at.messageId, part: 0 });
  return true;
}
