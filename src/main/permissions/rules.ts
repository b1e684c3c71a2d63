import type { RuleId } from '../../shared/ids.ts';
import { prefixCoverage } from '../../shared/permissions/command-table.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';
import type { RuleStore } from '../storage/permission-store.ts';

/** The rules that answer in the person's place. */
export class Rules {
  readonly #store: RuleStore;
  readonly #emit: (rules: PermissionRule[]) => void;

  /** `emit` sends all rules to the windows. */
  constructor(store: RuleStore, emit: (rules: PermissionRule[]) => void) {
    this.#store = store;
    this.#emit = emit;
  }

  /** Oldest first. */
  list(): PermissionRule[] {
    return this.#store.list();
  }

  /** Returns them as windows show them: a rule about a command prefix with what it covers. */
  shown(): PermissionRule[] {
    return this.list().map((rule) => {
      const { effect, match } = rule;
      if (effect === 'deny' || match.type !== 'command' || !match.open) return rule;
      return { ...rule, coverage: prefixCoverage(match.words) ?? null };
    });
  }

  /** One that is gone already stays so. */
  remove(id: RuleId): void {
    if (this.#store.remove(id)) this.changed();
  }

  /** To be called after a rule was stored or used. */
  changed(): void {
    this.#emit(this.shown());
  }
}
