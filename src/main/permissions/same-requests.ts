import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PermissionId, WorkspaceId } from '../../shared/ids.ts';
import type { Permission, PermissionChoice } from '../../shared/permissions/permission.ts';
import type { SameAnswer, SameRequestGroup } from '../../shared/permissions/same-request.ts';
import type { NewPermission, PermissionStore } from '../storage/permission-store.ts';
import type { Permissions } from './permissions.ts';

type SameRequestsDeps = {
  permissions: Pick<Permissions, 'answer' | 'subscribe'>;
  store: Pick<PermissionStore, 'ofCall'>;
  /** Called with all groups when one has changed. */
  emit: (groups: SameRequestGroup[]) => void;
};

type AllAnswered = { ok: true; leftOut: WorkspaceId[] } | { ok: false; failure: 'not-pending' };

/** The commands that several chats ask for in the same words; the person may answer all of them at once. */
export class SameRequests {
  readonly #deps: SameRequestsDeps;
  readonly #waiting = new Map<PermissionId, NewPermission>();
  #groups: SameRequestGroup[] = [];

  constructor(deps: SameRequestsDeps) {
    this.#deps = deps;
    deps.permissions.subscribe(({ type, item }) => {
      if (type === 'opened') this.#waiting.set(item.shown.id, item);
      else this.#waiting.delete(item.shown.id);
      const groups = groupsOf([...this.#waiting.values()]);
      if (isDeepStrictEqual(groups, this.#groups)) return;
      this.#groups = groups;
      deps.emit(groups);
    });
  }

  /** Returns the requests that wait for the same together, each group of at least two chats. */
  groups(): SameRequestGroup[] {
    return this.#groups;
  }

  /**
   * Answers these requests and no other, each by itself. Left out are those that were settled meanwhile, that ask for
   * something else, or on whose cards the person has entered something. Without the one on whose card they answered, none
   * is.
   */
  answer({ requests, from, verdict }: SameAnswer): AllAnswered {
    const own = from ?? requests.find(({ permissionId }) => this.#waiting.has(permissionId))?.permissionId;
    const asked = own === undefined ? undefined : this.#waiting.get(own);
    const key = asked && sameKey(asked.shown);
    const settles = (id: PermissionId) => {
      const one = this.#waiting.get(id);
      if (one === undefined || sameKey(one.shown) !== key) return false;
      return (id === from || !this.#isEntered(one)) && this.#settle(one, verdict);
    };
    if (key === undefined || (from !== undefined && !settles(from)))
      return { ok: false, failure: 'not-pending' };
    const leftOut = requests.filter(({ permissionId }) => permissionId !== from && !settles(permissionId));
    if (leftOut.length === requests.length) return { ok: false, failure: 'not-pending' };
    return { ok: true, leftOut: leftOut.map(({ workspaceId }) => workspaceId) };
  }

  #settle(permission: NewPermission, verdict: 'once' | 'no'): boolean {
    const choice = plainChoice(permission.shown.choices, verdict);
    if (choice === undefined) return false;
    return this.#deps.permissions.answer(permission, permission.shown.id, { choiceId: choice.id }).ok;
  }

  #isEntered(permission: NewPermission): boolean {
    return this.#deps.store.ofCall(permission).at(-1)?.shown.draft !== undefined;
  }
}

function groupsOf(waiting: readonly NewPermission[]): SameRequestGroup[] {
  const groups = new Map<string, SameRequestGroup>();
  for (const { workspaceId, toolCallId, shown } of waiting) {
    const { id: permissionId, subject, asker, askedBy, reason, openedAt } = shown;
    const same = sameKey(shown);
    if (same === undefined || subject.type !== 'command') continue;
    const { folder } = subject;
    const request = { workspaceId, toolCallId, permissionId, asker, askedBy, folder, reason, openedAt };
    const group = groups.get(same) ?? { key: hashOf(same), subject, requests: [] };
    groups.set(same, { ...group, requests: [...group.requests, request] });
  }
  return [...groups.values()].filter(
    ({ requests }) => new Set(requests.map(({ workspaceId }) => workspaceId)).size > 1,
  );
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Returns what two requests have in common that are for the same: the words of a command, the place in its folder, what
 * confines it and what its parts may. Undefined for any other request, and for one without a plain yes and no.
 */
function sameKey({ subject, folder, choices }: Pick<Permission, 'subject' | 'folder' | 'choices'>) {
  if (subject.type !== 'command') return undefined;
  if (plainChoice(choices, 'once') === undefined || plainChoice(choices, 'no') === undefined)
    return undefined;
  const { line, confined, unconfined, refused, hosts, parts, more, git } = subject;
  const place = relative(folder, subject.folder);
  return JSON.stringify([line, place, confined, unconfined, refused, hosts, parts, more, git?.changed]);
}

function plainChoice(choices: readonly PermissionChoice[], meaning: 'once' | 'no') {
  return choices.find((choice) => choice.meaning === meaning && choice.rule === undefined);
}
