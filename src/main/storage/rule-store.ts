import { z } from 'zod';
import { type RuleId, ruleIdSchema } from '../../shared/ids.ts';
import {
  type PermissionRule,
  type RuleDraft,
  ruleDraftSchema,
} from '../../shared/permissions/permission-rule.ts';
import type { Database } from './database.ts';
import { jsonColumn } from './json-column.ts';

export const ruleRowSchema = z.lazy(() =>
  z.object({
    id: ruleIdSchema,
    rule: jsonColumn(ruleDraftSchema),
    created_at: z.number(),
    uses: z.number(),
    last_used_at: z.number().nullable(),
  }),
);

export type RuleStore = ReturnType<typeof createRuleStore>;

/** The person's standing answers. What is written is on the disk on return. */
export function createRuleStore({ durable }: Database) {
  const all = durable.prepare('SELECT * FROM permission_rules ORDER BY rowid');
  const insert = durable.prepare(
    'INSERT INTO permission_rules (id, rule, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
  );
  const use = durable.prepare('UPDATE permission_rules SET uses = uses + 1, last_used_at = ? WHERE id = ?');
  const remove = durable.prepare('DELETE FROM permission_rules WHERE id = ?');

  return {
    /** Oldest first. */
    list: (): PermissionRule[] =>
      all.all().map((row) => {
        const { id, rule, created_at: createdAt, uses, last_used_at: lastUsedAt } = ruleRowSchema.parse(row);
        return { ...rule, id, createdAt, uses, lastUsedAt };
      }),
    add(id: RuleId, rule: RuleDraft, at: number): void {
      insert.run(id, JSON.stringify(rule), at);
    },
    countUse(id: RuleId, at: number): void {
      use.run(at, id);
    },
    /** Returns false where there is no such rule. */
    remove: (id: RuleId): boolean => Number(remove.run(id).changes) > 0,
  };
}
