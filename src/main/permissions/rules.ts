import { isDeepStrictEqual } from 'node:util';
import type { RuleId } from '../../shared/ids.ts';
import { confinedChoice } from '../../shared/permissions/confined-choice.ts';
import type { PermissionRule, RuleDraft } from '../../shared/permissions/permission-rule.ts';
import { identityOf, isKnownFolderNow } from '../folder/folder-handle.ts';
import type { RuleStore } from '../storage/permission-store.ts';

/** The rules that answer in the person's place. */
export class Rules {
  readonly #store: RuleStore;
  readonly #emit: (rules: PermissionRule[]) => void;
  readonly #stamp: () => { id: RuleId; at: number };

  /** `emit` sends all rules to the windows, `stamp` returns an id and the time for a new one. */
  constructor(
    store: RuleStore,
    emit: (rules: PermissionRule[]) => void,
    stamp: () => { id: RuleId; at: number },
  ) {
    this.#store = store;
    this.#emit = emit;
    this.#stamp = stamp;
  }

  /** Oldest first. */
  list(): PermissionRule[] {
    return this.#store.list();
  }

  newId(): RuleId {
    return this.#stamp().id;
  }

  /** Keeps a rule, unless there is the same already. */
  add({ id, ...rule }: RuleDraft & { id: RuleId }): void {
    const isSame = ({ id: _, createdAt: __, uses: ___, lastUsedAt: ____, ...kept }: PermissionRule) =>
      isDeepStrictEqual(kept, rule);
    if (this.list().some(isSame)) return;
    this.#store.add(id, rule, this.#stamp().at);
    this.changed();
  }

  /** One that is gone already stays so. */
  remove(id: RuleId): void {
    if (this.#store.remove(id)) this.changed();
  }

  /** Has confined commands of a folder run without a card, or ask again. Does nothing where that is so already. */
  chooseConfined(folder: string, unasked: boolean): void {
    const isChoice = ({ match, ...rule }: PermissionRule) =>
      match.type === 'confined' && rule.folder === folder;
    const before = this.list().filter(isChoice);
    const identity = identityOf(folder);
    const holds = before.some((rule) => isKnownFolderNow({ path: folder, identity: rule.identity ?? null }));
    if (unasked === holds) return;
    for (const { id } of before) this.#store.remove(id);
    const { rule } = confinedChoice(folder);
    const { id, at } = this.#stamp();
    if (unasked && identity !== undefined) this.#store.add(id, { ...rule, identity }, at);
    this.changed();
  }

  /** To be called after a rule was stored or used. */
  changed(): void {
    this.#emit(this.list());
  }
}
