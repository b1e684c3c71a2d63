import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  type CallKey,
  type MessageId,
  messageIdSchema,
  type PermissionId,
  permissionIdSchema,
  type RuleId,
  ruleIdSchema,
  toolCallIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import { askedBySchema } from '../../shared/askers/asked-by.ts';
import {
  type PermissionRule,
  type RuleDraft,
  ruleDraftSchema,
  type RuleUse,
} from '../../shared/permissions/permission-rule.ts';
import {
  commandSubjectSchema,
  type Permission,
  permissionChoiceSchema,
  type PermissionDraft,
  permissionDraftSchema,
  type PermissionResult,
  permissionResultSchema,
  type PermissionSettlement,
  permissionSettlementSchema,
  permissionSubjectSchema,
} from '../../shared/permissions/permission.ts';
import { subjectName } from '../../shared/permissions/permission-text.ts';
import { type Database, inTransaction, jsonColumn, nullableJsonColumn } from './database.ts';
import type { DraftStore } from './draft-store.ts';

export const permissionRowSchema = z.lazy(() =>
  z.object({
    id: permissionIdSchema,
    workspace_id: workspaceIdSchema,
    tool_call_id: toolCallIdSchema,
    message_id: messageIdSchema,
    asker: z.string(),
    asked_by: askedBySchema,
    folder: z.string(),
    subject: jsonColumn(permissionSubjectSchema),
    reason: z.string().nullable(),
    choices: jsonColumn(z.array(permissionChoiceSchema)),
    opened_at: z.number(),
    settlement: nullableJsonColumn(permissionSettlementSchema),
    begun_at: z.number().nullable(),
    result: nullableJsonColumn(permissionResultSchema),
  }),
);

/** `begun` is set once what it allows has begun. */
export type StoredPermission = CallKey & {
  messageId: MessageId;
  begun: boolean;
  shown: Permission;
};

export type NewPermission = Pick<StoredPermission, 'workspaceId' | 'toolCallId' | 'messageId'> & {
  shown: Omit<Permission, 'settlement' | 'result' | 'draft'>;
};

const settleLeft = `UPDATE permissions SET settlement = ? WHERE workspace_id = ? AND settlement IS NULL AND EXISTS (
       SELECT 1 FROM parts WHERE parts.message_id = permissions.message_id
         AND parts.tool_call_id = permissions.tool_call_id AND parts.result IS NOT NULL)`;

/** Of columns that stand beside an aggregate, SQLite takes the row that has the maximum. */
const selectLastUses = `SELECT settlement ->> '$.rule.id' AS rule, subject, settlement ->> '$.at' AS at, max(rowid) FROM permissions
  WHERE settlement ->> '$.outcome.by.type' IN ('rule', 'confined') AND settlement ->> '$.rule.id' IS NOT NULL GROUP BY rule`;

const ruleUseRowSchema = z.lazy(() =>
  z.object({ rule: ruleIdSchema, subject: jsonColumn(permissionSubjectSchema), at: z.number() }),
);

const countConfined = `SELECT count(*) AS count FROM permissions WHERE folder = ?
  AND subject ->> '$.type' = 'command' AND subject ->> '$.confined' = 1
  AND settlement ->> '$.outcome.type' = 'allowed' AND settlement ->> '$.outcome.by.type' = 'person'`;

/** Of a call that asked more than once, the last request counts. */
const selectCommandsBefore = `SELECT subject, asker, folder,
    EXISTS (SELECT 1 FROM json_each(choices) WHERE value ->> '$.meaning' = 'once' AND value ->> '$.external' IS NULL) AS is_own
  FROM permissions AS one
  WHERE subject ->> '$.type' = 'command' AND subject ->> '$.folder' = :folder AND length(subject ->> '$.line') <= :longest
  AND rowid < (SELECT rowid FROM permissions WHERE id = :id)
  AND NOT EXISTS (SELECT 1 FROM permissions AS later WHERE later.workspace_id = one.workspace_id
    AND later.tool_call_id = one.tool_call_id AND later.rowid > one.rowid)
  ORDER BY rowid DESC LIMIT :most`;

const commandRowSchema = z.lazy(() =>
  z.object({
    subject: jsonColumn(commandSubjectSchema),
    asker: z.string(),
    folder: z.string(),
    is_own: z.number(),
  }),
);

/** A command that was asked for or run, in a chat on `folder`; `is_own` is 0 for one that the asker runs by itself. */
export type AskedCommand = z.infer<typeof commandRowSchema>;

export type PermissionStore = ReturnType<typeof createPermissionStore>;

/** Every request for permission there was, pending and settled. */
export function createPermissionStore({ durable }: Database, drafts: DraftStore, rules: RuleStore) {
  const ofCall = durable.prepare(
    'SELECT * FROM permissions WHERE workspace_id = ? AND tool_call_id = ? ORDER BY rowid',
  );
  const ofMessage = durable.prepare('SELECT * FROM permissions WHERE message_id = ? ORDER BY rowid');
  const waiting = durable.prepare(
    'SELECT * FROM permissions WHERE workspace_id = ? AND settlement IS NULL ORDER BY rowid',
  );
  const settleLeftOpen = durable.prepare(settleLeft);

  const toPermission = (row: unknown): StoredPermission => {
    const parsed = permissionRowSchema.parse(row);
    const { id, workspace_id, tool_call_id, message_id, asked_by: askedBy, ...stored } = parsed;
    const { opened_at: openedAt, begun_at, settlement, ...rest } = stored;
    const body = settlement === null ? drafts.read(workspace_id, subjectOfDraft(id)) : undefined;
    const draft = body === undefined ? {} : { draft: permissionDraftSchema.parse(JSON.parse(body)) };
    const shown = { id, ...rest, askedBy, openedAt, settlement, ...draft };
    return {
      workspaceId: workspace_id,
      toolCallId: tool_call_id,
      messageId: message_id,
      begun: begun_at !== null,
      shown,
    };
  };

  return {
    ...permissionWrites(durable, rules),
    ...permissionHistory(durable),
    /** Oldest first. */
    ofCall: ({ workspaceId, toolCallId }: CallKey): StoredPermission[] =>
      ofCall.all(workspaceId, toolCallId).map(toPermission),
    ofMessage: (messageId: MessageId): StoredPermission[] => ofMessage.all(messageId).map(toPermission),
    /** Returns the pending ones of a chat, oldest first. */
    waiting: (workspaceId: WorkspaceId): StoredPermission[] => waiting.all(workspaceId).map(toPermission),
    /** Settles the permissions that a failure left pending although their calls have results. */
    settleLeftOpen(workspaceId: WorkspaceId, settlement: PermissionSettlement): void {
      settleLeftOpen.run(JSON.stringify(settlement), workspaceId);
    },
    saveDraft(workspaceId: WorkspaceId, id: PermissionId, draft: PermissionDraft): void {
      const isEmpty = draft.reason === '' && draft.note === '' && draft.line === null;
      drafts.save(workspaceId, subjectOfDraft(id), isEmpty ? '' : JSON.stringify(draft));
    },
  };
}

/** What is read of the permissions of all chats. */
function permissionHistory(durable: DatabaseSync) {
  const lastUses = durable.prepare(selectLastUses);
  const confinedAllowed = durable.prepare(countConfined);
  const commandsBefore = durable.prepare(selectCommandsBefore);

  return {
    /** Returns what each rule last answered, by the rule's id. */
    lastUses: (): Record<string, RuleUse> =>
      Object.fromEntries(
        lastUses.all().map((row) => {
          const { rule, subject, at } = ruleUseRowSchema.parse(row);
          return [rule, { name: subjectName(subject), at }];
        }),
      ),
    /** Returns how many confined commands the person allowed on a card in chats on a folder. */
    confinedAllowedIn: (folder: string): number =>
      z.object({ count: z.number() }).parse(confinedAllowed.get(folder)).count,
    /**
     * Returns the last `most` commands that were to run in a folder before a permission was asked for, newest last. Lines
     * of more than `longest` characters are left out.
     */
    commandsBefore(
      id: PermissionId,
      { folder, most, longest }: { folder: string; most: number; longest: number },
    ): AskedCommand[] {
      const rows = commandsBefore.all({ id, folder, most, longest });
      return rows.map((row) => commandRowSchema.parse(row)).toReversed();
    },
  };
}

function permissionWrites(durable: DatabaseSync, rules: RuleStore) {
  const insert = durable.prepare(
    `INSERT INTO permissions (id, workspace_id, tool_call_id, message_id, asker, asked_by, folder, subject, reason, choices,
       opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const settle = durable.prepare(
    'UPDATE permissions SET settlement = ? WHERE id = ? AND settlement IS NULL RETURNING id',
  );
  const begin = durable.prepare('UPDATE permissions SET begun_at = ? WHERE id = ? AND begun_at IS NULL');
  const finish = durable.prepare('UPDATE permissions SET result = ? WHERE id = ?');

  const open = ({ workspaceId, toolCallId, messageId, shown }: NewPermission) => {
    const { id, asker, askedBy, folder, subject, reason, choices, openedAt } = shown;
    const texts = [JSON.stringify(subject), reason, JSON.stringify(choices)];
    insert.run(id, workspaceId, toolCallId, messageId, asker, askedBy, folder, ...texts, openedAt);
  };

  /** Settles a permission, and adds or counts the rule in its settlement. */
  const end = (id: PermissionId, settlement: PermissionSettlement) => {
    if (settle.get(JSON.stringify(settlement), id) === undefined) return;
    const { rule, outcome, at } = settlement;
    if (rule === undefined || !('by' in outcome)) return;
    const { id: ruleId, ...draft } = rule;
    if (outcome.by.type === 'rule' || outcome.by.type === 'confined') rules.countUse(ruleId, at);
    else rules.add(ruleId, draft, at);
  };

  return {
    /** Does nothing for a permission that is stored already, from before a restart. */
    open,
    /** On the disk when it returns, with the rule it makes or uses; the first settlement stays. */
    settle(id: PermissionId, settlement: PermissionSettlement): void {
      inTransaction(durable, () => end(id, settlement));
    },
    /** Opens and settles a permission that nobody was asked for, in one transaction; `alsoUsed` are further rules. */
    record(
      permission: NewPermission,
      settlement: PermissionSettlement,
      alsoUsed: readonly RuleId[] = [],
    ): void {
      inTransaction(durable, () => {
        open(permission);
        end(permission.shown.id, settlement);
        for (const id of new Set(alsoUsed)) rules.countUse(id, settlement.at);
      });
    },
    begin(id: PermissionId, at: number): void {
      begin.run(at, id);
    },
    finish(id: PermissionId, result: PermissionResult): void {
      finish.run(JSON.stringify(result), id);
    },
  };
}

function subjectOfDraft(id: PermissionId): string {
  return `permission:${id}`;
}

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

/** The person's rules. All is on the disk on return. */
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
