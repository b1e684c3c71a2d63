import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PermissionId, WorkspaceId } from '../../shared/ids.ts';
import type { Permission, PermissionChoice } from '../../shared/permissions/permission.ts';
import type { SameRequest } from '../../shared/permissions/same-request.ts';
import type { NewPermission, PermissionStore } from '../storage/permission-store.ts';
import type { Permissions } from './permissions.ts';

type SameRequestsDeps = {
  permissions: Pick<Permissions, 'answer' | 'subscribe'>;
  store: Pick<PermissionStore, 'ofCall'>;
  /** Called with all groups when one has changed. */
  emit: (groups: SameRequest[][]) => void;
};

type AllAnswered = { ok: true; leftOut: WorkspaceId[] } | { ok: false; failure: 'not-pending' };

/** The commands that several chats ask for in the same words; the person may answer all of them at once. */
export class SameRequests {
  readonly #deps: SameRequestsDeps;
  readonly #waiting = new Map<PermissionId, NewPermission>();
  #groups: SameRequest[][] = [];

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

  /** Returns the requests that wait, those for the same together, each group of at least two chats. */
  groups(): SameRequest[][] {
    return this.#groups;
  }

  /**
   * Answers a request, and those of other chats for the same, each by itself. Left out are those that were settled
   * meanwhile, that ask for something else, or on whose cards the person has entered something.
   */
  answer(
    first: Pick<SameRequest, 'permissionId'>,
    others: readonly Pick<SameRequest, 'workspaceId' | 'permissionId'>[],
    verdict: 'once' | 'no',
  ): AllAnswered {
    const asked = this.#waiting.get(first.permissionId);
    const key = asked && sameKey(asked.shown);
    if (asked === undefined || key === undefined || !this.#settle(asked, verdict))
      return { ok: false, failure: 'not-pending' };
    const leftOut = others.filter(({ permissionId }) => {
      const other = this.#waiting.get(permissionId);
      const isSame = other !== undefined && sameKey(other.shown) === key && !this.#isEntered(other);
      return !isSame || !this.#settle(other, verdict);
    });
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

function groupsOf(waiting: readonly NewPermission[]): SameRequest[][] {
  const byKey = new Map<string, SameRequest[]>();
  for (const { workspaceId, toolCallId, shown } of waiting) {
    const key = sameKey(shown);
    if (key === undefined || shown.subject.type !== 'command') continue;
    const request = { workspaceId, toolCallId, permissionId: shown.id, folder: shown.subject.folder };
    byKey.set(key, [...(byKey.get(key) ?? []), request]);
  }
  return [...byKey.values()].filter((group) => new Set(group.map((one) => one.workspaceId)).size > 1);
}

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
