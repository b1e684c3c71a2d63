import type { ParleyNotification } from '../../shared/contract/app-state.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { ActionId, CallKey, MessageId, WorkspaceId } from '../../shared/ids.ts';
import { subjectName } from '../../shared/permissions/permission-text.ts';
import { wishText } from '../../shared/permissions/request-text.ts';
import type { PermissionSettlement, PermissionSubject } from '../../shared/permissions/permission.ts';
import type { FormSettlement } from '../../shared/forms/form.ts';
import type { Approvals } from '../../shared/previews/decision.ts';
import { resolutionNow } from '../../shared/previews/resolution.ts';
import type { Question, Settlement } from '../../shared/questions/questions.ts';
import type { TurnState } from '../../shared/workspace/turn-state.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { FormStore, NewForm } from '../storage/form-store.ts';
import type { NewPermission, PermissionStore } from '../storage/permission-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { PendingEvent } from './pending-calls.ts';

type AnnouncementsDeps = {
  log: ChatLog;
  workspaces: Workspaces;
  stores: { asks: AskStore; permissions: PermissionStore; forms: FormStore };
  /** Notifies the person, also where no window shows it. */
  notify: (notification: ParleyNotification) => void;
  report: (error: unknown) => void;
  /** When this run began, in milliseconds since 1970: what is older was notified of in an earlier run. */
  since: number;
};

type CardOfCall = CallKey & { messageId: MessageId };

type Asked = CallKey & { questions: readonly Question[]; details: { messageId: MessageId; tool: string } };

type Body = { text: string } | { markdown: string };

/** `from` is who waits, the chat's agent where it is left out; `openedAt` since when, in milliseconds since 1970. */
type WaitingItem = { from?: string | undefined; openedAt: number; body: Body };

/** The occasion of a notification; `toolCallId` is the card it leads to, null where it leads to the chat. */
type Occasion = Pick<ParleyNotification, 'kind' | 'workspaceId' | 'toolCallId'> &
  Pick<WaitingItem, 'from' | 'body'> &
  Partial<Pick<WaitingItem, 'openedAt'>>;

/**
 * Announces what waits for the person, and turns that ended: on its card in every window, in the list of chats, and
 * once as a notification.
 */
export class Announcements {
  readonly #deps: AnnouncementsDeps;
  readonly #notifiedPreviews = new Set<ActionId>();

  constructor(deps: AnnouncementsDeps) {
    this.#deps = deps;
  }

  ask(event: PendingEvent<Asked, Settlement>): void {
    const { log, stores } = this.#deps;
    const { workspaceId, toolCallId, questions, details } = event.item;
    const { messageId, tool } = details;
    this.#announce(event, () => {
      if (event.type === 'settled') {
        log.emit(workspaceId, { type: 'ask-settled', messageId, toolCallId, settlement: event.end });
        return undefined;
      }
      const ask = stores.asks.get(workspaceId, toolCallId);
      if (ask === undefined) return undefined;
      log.emit(workspaceId, { type: 'ask-opened', messageId, toolCallId, ask });
      return { from: ask.asker, openedAt: ask.openedAt, body: askBody(tool, questions) };
    });
  }

  permission(event: PendingEvent<NewPermission, PermissionSettlement>): void {
    const { asker, openedAt, subject } = event.item.shown;
    this.#announce(event, () => {
      this.showPermission(event.item);
      return { from: asker, openedAt, body: { text: permissionBody(subject) } };
    });
  }

  form(event: PendingEvent<NewForm, FormSettlement>): void {
    const { asker, openedAt, message } = event.item.shown;
    this.#announce(event, () => {
      this.showForms(event.item);
      return { from: asker.server ?? asker.agent, openedAt, body: { markdown: message } };
    });
  }

  /** A preview was stored anew. The person is notified once it waits for them, which may be long after it was staged. */
  preview(preview: StoredAction): void {
    const { log, workspaces } = this.#deps;
    const { workspaceId, messageId, toolCallId, shown } = preview;
    log.emit(workspaceId, { type: 'action-changed', messageId, toolCallId, action: shown });
    workspaces.noteUnseen(workspaceId);
    workspaces.changed(workspaceId);
    const { approvals, removed_at } = workspaces.row(workspaceId);
    const isNotified = this.#notifiedPreviews.has(shown.id);
    if (isNotified || removed_at !== null || !waitsForPerson(preview, approvals)) return;
    this.#notifiedPreviews.add(shown.id);
    const body = { text: `Needs you: ${shown.label}` };
    const { asker: from, openedAt } = shown;
    this.#notify({ kind: 'needs-you', workspaceId, toolCallId, from, openedAt, body });
  }

  /** A turn came to its end by itself, and none goes on in its place. */
  turnEnded(workspaceId: WorkspaceId, end: TurnState): void {
    if (this.#deps.workspaces.row(workspaceId).waiting > 0) return;
    const about = { workspaceId, toolCallId: null };
    switch (end.status) {
      case 'idle':
        return this.#notify({ kind: 'finished', ...about, body: { text: 'Finished' } });
      case 'failed':
        return this.#notify({ kind: 'failed', ...about, body: { text: end.problem.what } });
      case 'working':
      case 'interrupted':
        return;
    }
  }

  /** Shows in the windows the permission of a call as it is stored now. */
  showPermission({ workspaceId, toolCallId, messageId }: CardOfCall): void {
    const { log, stores } = this.#deps;
    const permission = stores.permissions.ofCall({ workspaceId, toolCallId }).at(-1)?.shown;
    if (permission !== undefined)
      log.emit(workspaceId, { type: 'permission-changed', messageId, toolCallId, permission });
  }

  /** Shows in the windows the forms of a call as they are stored now. */
  showForms({ workspaceId, toolCallId, messageId }: CardOfCall): void {
    const { log, stores } = this.#deps;
    for (const { shown: form } of stores.forms.ofCall({ workspaceId, toolCallId }))
      log.emit(workspaceId, { type: 'form-changed', messageId, toolCallId, form });
  }

  /** `show` updates the card, and returns what a notification of the item says. */
  #announce(
    { type, item: { workspaceId, toolCallId } }: PendingEvent<CallKey, unknown>,
    show: () => WaitingItem | undefined,
  ): void {
    const { workspaces, report } = this.#deps;
    try {
      const waiting = show();
      if (type === 'opened') {
        workspaces.noteUnseen(workspaceId);
        if (waiting !== undefined) this.#notify({ kind: 'needs-you', workspaceId, toolCallId, ...waiting });
      }
      workspaces.changed(workspaceId);
    } catch (error) {
      report(error);
    }
  }

  #notify({ kind, workspaceId, toolCallId, from, openedAt, body }: Occasion): void {
    const { workspaces, since, notify, report } = this.#deps;
    const row = workspaces.row(workspaceId);
    if (row.removed_at !== null || (openedAt !== undefined && openedAt < since)) return;
    const title = visibleText(`${from ?? workspaces.agentName(row)} · ${row.name}`, 'line');
    const send = (shown: string) => notify({ kind, workspaceId, toolCallId, title, body: shown });
    if ('text' in body) send(inOneLine(body.text));
    else withoutMarks(body.markdown).then(send).catch(report);
  }
}

/** Returns the words of the first question; the tool `ask` has only a text that is not meant for a glance. */
export function askBody(tool: string, [first]: readonly Question[]): Body {
  return tool === 'ask' || first === undefined ? { text: 'Waiting for input' } : { markdown: first.prompt };
}

function permissionBody(subject: PermissionSubject): string {
  const wish = wishText(subject.type, subject.type === 'edit' ? subject.files.length : 1);
  const text = subject.type === 'missing' ? wish : `${wish}: ${subjectName(subject)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** True when the agent has come to the preview, or has left it, and nothing goes on without the person. */
function waitsForPerson({ shown }: StoredAction, approvals: Approvals): boolean {
  const { state, asker } = shown;
  if (state.type !== 'open') return false;
  if (state.left || asker !== undefined) return true;
  return (
    state.request !== null && resolutionNow(shown, { action: 'apply', reason: '' }, approvals) === 'wait'
  );
}

/** More than a notification shows, in UTF-16 units. */
const longestBody = 200;

/** The first half of a character at the end of a cut text. */
const loneHalf = /[\ud800-\udbff]$/;

/** Returns a text in one line that hides nothing, and ends with “…” where it is cut to what a notification shows. */
function inOneLine(text: string): string {
  const line = visibleText(text, 'line');
  return line.length <= longestBody ? line : `${line.slice(0, longestBody - 1).replace(loneHalf, '')}…`;
}

/** Returns the same of a Markdown text, without its marks. The parser is loaded with the first one. */
export async function withoutMarks(markdown: string): Promise<string> {
  const { plainText } = await import('../../shared/markdown/plain-text.ts');
  return inOneLine(plainText(markdown));
}
