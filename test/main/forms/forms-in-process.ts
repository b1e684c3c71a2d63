import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { Form, FormAnswer, FormDraft } from '../../../src/shared/forms/form.ts';
import { formIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../../src/shared/ids.ts';
import { type FormEvent, type FormLimits, Forms, type LinkLimits } from '../../../src/main/forms/forms.ts';
import { storesIn } from '../storage/prepared-database.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const workspaceId = workspaceIdSchema.parse('w');
const formAsker = { agent: 'Claude', server: 'tickets' };
type Setup = { dataDir?: string; canAsk?: boolean; hasReply?: () => boolean };

/** The stores of a folder with one chat of one message; closed with the test. */
export function storesWithMessage(dataDir = temporaryFolder()) {
  const stores = storesIn(dataDir);
  let isOpen = true;
  const close = () => {
    if (isOpen) stores.close();
    isOpen = false;
  };
  onTestFinished(close);
  if (stores.workspaces.get(workspaceId) === undefined) {
    const row = { folder: '/work/tiny', mode: 'exec' as const, agent: 'guide', dialect: null, at: 1 };
    stores.workspaces.add({ id: workspaceId, name: 'Tiny', ...row });
    stores.messages.addAgentMessage(workspaceId, 1);
  }
  const messageId = stores.messages.page(workspaceId, Number.MAX_SAFE_INTEGER, 1)[0]?.id;
  if (messageId === undefined) throw new Error('There is no message.');
  return { dataDir, stores, messageId, close };
}

/** Forms on a database, as one process has them. */
export function formsInProcess({
  dataDir = temporaryFolder(),
  canAsk = true,
  hasReply = () => false,
}: Setup = {}) {
  const { stores, messageId, close } = storesWithMessage(dataDir);
  let time = 100;
  const wentOn: string[] = [];
  const forms = new Forms({
    store: stores.forms,
    canAsk,
    hasReply,
    onStored: () => {},
    goOn: (id) => wentOn.push(id),
    newId: () => formIdSchema.parse(randomUUID()),
    now: () => time++,
  });
  const events: FormEvent[] = [];
  const waiters: { count: number; resolve: () => void }[] = [];
  const openedCount = () => events.filter(({ type }) => type === 'opened').length;
  forms.subscribe((event) => {
    events.push(event);
    for (const { count, resolve } of waiters) if (openedCount() >= count) resolve();
  });
  const key = (toolCallId: string) => ({ workspaceId, toolCallId: toolCallIdSchema.parse(toolCallId) });
  const stop = new AbortController();
  const about = (call: string) => ({ ...key(call), messageId, who: formAsker, message: 'Who are you?' });
  const stored = (call = 'c') => stores.forms.ofCall(key(call)).map(({ shown }) => shown);
  return {
    dataDir,
    stores,
    close,
    forms,
    events,
    wentOn,
    stop,
    key,
    stored,
    ask: (schema: unknown, call = 'c', limits: Partial<FormLimits> = {}) =>
      forms.ask({ ...about(call), schema }, { signal: stop.signal, ...limits }),
    open: (url: string, limits: Partial<LinkLimits> = {}) =>
      forms.askToOpen({ ...about('c'), url }, { signal: stop.signal, ...limits }),
    /** Resolves once so many forms have been opened. */
    opened(count = 1): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiters.push({ count, resolve });
      if (openedCount() >= count) resolve();
      return promise;
    },
    answer: (answer: FormAnswer, call = 'c') => forms.answer(key(call), lastOf(stored(call)).id, answer),
    saveDraft: (draft: FormDraft, call = 'c') => forms.saveDraft(key(call), lastOf(stored(call)).id, draft),
    ledger: () => [...stores.ledger.every(0)],
  };
}

function lastOf(stored: readonly Form[]): Form {
  const last = stored.at(-1);
  if (last === undefined) throw new Error('Nothing waits.');
  return last;
}
