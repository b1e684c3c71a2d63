import { onTestFinished } from 'vitest';
import {
  permissionIdSchema,
  ruleIdSchema,
  toolCallIdSchema,
  workspaceIdSchema,
} from '../../../src/shared/ids.ts';
import type { PermissionAnswer, PermissionSubject } from '../../../src/shared/permissions/permission.ts';
import {
  type PermissionEvent,
  type PermissionRequest,
  Permissions,
} from '../../../src/main/permissions/permissions.ts';
import { Rules } from '../../../src/main/permissions/rules.ts';
import { type DecisionDeps, UnaskedDecisions } from '../../../src/main/permissions/unasked-decisions.ts';
import { storesIn } from '../storage/prepared-database.ts';
import type { Stores } from '../../../src/main/storage/stores.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const workspaceId = workspaceIdSchema.parse('w');

const key = (toolCallId: string) => ({ workspaceId, toolCallId: toolCallIdSchema.parse(toolCallId) });

/** How a folder's git and programs are looked up. */
type Looks = Pick<DecisionDeps, 'gitSetup' | 'unaskedReading' | 'environment'> &
  Partial<Pick<DecisionDeps, 'canConfineUnasked'>>;

type Setup = {
  dataDir?: string;
  folder?: string;
  canAsk?: boolean;
  hasReply?: () => boolean;
  looks?: Looks;
};

/** The folders of most tests are not there; those of git-setup.test.ts and unasked-reading.test.ts are. */
const looksNowhere: Looks = {
  unaskedReading: async () => undefined,
  environment: async () => process.env,
  gitSetup: async () => ({ fingerprint: 'the same', runsNothing: true }),
};

/** Permissions on a database, as one process has them. */
export function permissionsOn({
  dataDir = temporaryFolder(),
  folder = '/work/tiny',
  canAsk = true,
  hasReply = () => false,
  looks = looksNowhere,
}: Setup = {}) {
  const { stores, messageId, close } = storesWithChat(dataDir, folder);
  let time = 100;
  const newId = newIds();
  const stamp = () => ({ id: newId().rule, at: time++ });
  const rules = new Rules(stores.rules, () => {}, stamp);
  const shown: string[] = [];
  const events: PermissionEvent[] = [];
  const permissions = new Permissions({
    ...deciding(stores, rules, looks),
    runsAgain: () => false,
    canAsk,
    hasReply,
    onStored: ({ toolCallId }) => shown.push(toolCallId),
    newId,
    now: () => time++,
  });
  permissions.subscribe((event) => events.push(event));
  const stop = new AbortController();
  return {
    dataDir,
    stores,
    close,
    rules,
    permissions,
    nextIds: newId,
    events,
    shown,
    stop,
    key,
    ask(subject: PermissionSubject, call = 'c', more: Partial<PermissionRequest> = {}) {
      const request = { ...key(call), messageId, asker: 'Claude', folder, subject, ...more };
      return permissions.request(request, { signal: stop.signal });
    },
    /** Resolves once a call waits for the person; to be called before it asks. */
    opened(call = 'c'): Promise<void> {
      return new Promise((resolve) => {
        permissions.subscribe((event) => {
          if (event.type === 'opened' && event.item.toolCallId === call) resolve();
        });
      });
    },
    answer(answer: PermissionAnswer, call = 'c') {
      const open = stores.permissions.ofCall(key(call)).at(-1);
      if (open === undefined) throw new Error('Nothing waits.');
      return permissions.answer(key(call), open.shown.id, answer);
    },
    ledger: () => [...stores.ledger.every(0)],
  };
}

/** What decides without the person, as it is once it was loaded. */
function deciding({ permissions: store }: Stores, rules: Rules, looks: Looks) {
  const decisions = new UnaskedDecisions({ store, rules, canConfineUnasked: async () => false, ...looks });
  return { store, rules, decisions: () => decisions, gitSetup: looks.gitSetup };
}

function storesWithChat(dataDir: string, folder: string) {
  const stores = storesIn(dataDir);
  let isOpen = true;
  const close = () => {
    if (isOpen) stores.close();
    isOpen = false;
  };
  onTestFinished(close);
  if (stores.workspaces.get(workspaceId) === undefined) {
    const row = { folder, mode: 'exec' as const, agent: 'guide', dialect: null, at: 1 };
    stores.workspaces.add({ id: workspaceId, name: 'Tiny', ...row });
    stores.messages.addAgentMessage(workspaceId, 1);
  }
  return { stores, messageId: firstMessage(stores), close };
}

/** Returns ids that no other process of a test makes. */
function newIds() {
  let ids = Math.round(Math.random() * 1e12);
  return () => ({
    permission: permissionIdSchema.parse(`p${ids++}`),
    rule: ruleIdSchema.parse(`r${ids++}`),
  });
}

function firstMessage({ messages }: ReturnType<typeof storesIn>) {
  const [first] = messages.page(workspaceId, Number.MAX_SAFE_INTEGER, 1);
  if (first === undefined) throw new Error('There is no message.');
  return first.id;
}
