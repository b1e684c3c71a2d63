import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import type { Question } from '../../shared/questions/questions.ts';
import { repliedInChat } from '../../shared/questions/cancel-reasons.ts';
import {
  type AskEvent,
  type AskJournal,
  AskUserQuestionManager,
  RegistrationError,
} from './ask-user-question-manager.ts';

const here = workspaceIdSchema.parse('here');
const there = workspaceIdSchema.parse('there');
const call = (name: string) => toolCallIdSchema.parse(name);
const noDetails = { details: null };

const question: Question = {
  id: '1',
  prompt: 'Which one?',
  kind: 'choice',
  options: [{ label: 'a' }, { label: 'b' }],
  multiple: false,
};
const pickA = [{ questionId: '1', picks: ['a'] }];
const pickedA = {
  type: 'answered',
  replies: [{ status: 'answered', questionId: '1', picks: ['a'], origin: 'picked' }],
  timedOut: false,
};

function createManager(journal: Partial<AskJournal<null>> = {}) {
  const manager = new AskUserQuestionManager<null>(
    { opened: () => {}, settled: () => {}, ...journal },
    () => 7,
  );
  const register = (name: string, workspaceId = here, signal?: AbortSignal) =>
    manager.registerPending(workspaceId, call(name), [question], {
      ...noDetails,
      ...(signal ? { signal } : {}),
    });
  return { manager, register };
}

describe('registerPending', () => {
  it('throws at once for empty ids, no questions, and a key that is pending already', () => {
    const { manager, register } = createManager();
    const noWorkspace = z.string().brand<'WorkspaceId'>().parse('');
    const noCall = z.string().brand<'ToolCallId'>().parse('');
    expect(() => manager.registerPending(noWorkspace, call('c'), [question], noDetails)).toThrow(
      RegistrationError,
    );
    expect(() => manager.registerPending(here, noCall, [question], noDetails)).toThrow(RegistrationError);
    expect(() => manager.registerPending(here, call('c'), [], noDetails)).toThrow(RegistrationError);
    void register('c');
    expect(() => register('c')).toThrow(RegistrationError);
    expect(() => register('c', there)).not.toThrow();
  });

  it('registers nothing when the journal fails', () => {
    const { manager, register } = createManager({
      opened: () => {
        throw new Error('disk full');
      },
    });
    expect(() => register('c')).toThrow('disk full');
    expect(manager.getLatestPending(here)).toBeNull();
  });
});

describe('answer', () => {
  it('settles the promise with the checked answer', async () => {
    const { manager, register } = createManager();
    const outcome = register('c');
    expect(manager.answer(here, call('c'), pickA)).toEqual({ ok: true });
    await expect(outcome).resolves.toEqual(pickedA);
    expect(manager.getLatestPending(here)).toBeNull();
  });

  it('ends in not-pending for an unknown key and for a second answer in the same tick', () => {
    const { manager, register } = createManager();
    const notPending = { ok: false, failure: 'not-pending' };
    expect(manager.answer(here, call('c'), pickA)).toEqual(notPending);
    void register('c');
    expect(manager.answer(there, call('c'), pickA)).toEqual(notPending);
    expect(manager.answer(here, call('c'), pickA)).toEqual({ ok: true });
    expect(manager.answer(here, call('c'), pickA)).toEqual(notPending);
  });

  it('leaves the question pending when the answer does not fit it', () => {
    const { manager, register } = createManager();
    void register('c');
    const refused = manager.answer(here, call('c'), [{ questionId: '1', picks: ['z'] }]);
    expect(refused).toMatchObject({ ok: false, failure: 'invalid-answer' });
    expect(manager.getLatestPending(here)?.toolCallId).toBe('c');
  });

  it('leaves the question pending when it cannot be stored', () => {
    const { manager, register } = createManager({
      settled: () => {
        throw new Error('disk full');
      },
    });
    void register('c');
    expect(() => manager.answer(here, call('c'), pickA)).toThrow('disk full');
    expect(manager.getLatestPending(here)?.toolCallId).toBe('c');
  });

  it('has removed the ask before anything that waits for it goes on', async () => {
    const { manager, register } = createManager();
    const seen = register('c').then(() => manager.getLatestPending(here));
    manager.answer(here, call('c'), pickA);
    await expect(seen).resolves.toBeNull();
  });
});

describe('cancel, cancelAll and decline', () => {
  it('settle with the reason, and only in the workspace that was named', async () => {
    const { manager, register } = createManager();
    const outcomes = [register('a'), register('b'), register('c', there)];
    expect(manager.cancelAll(here, repliedInChat, 'chat')).toBe(2);
    await expect(Promise.all(outcomes.slice(0, 2))).resolves.toEqual([
      { type: 'cancelled', reason: repliedInChat },
      { type: 'cancelled', reason: repliedInChat },
    ]);
    expect(manager.getLatestPending(there)?.toolCallId).toBe('c');
    expect(manager.decline(there, call('c'), 'not now')).toEqual({ ok: true });
    await expect(outcomes[2]).resolves.toEqual({ type: 'declined', reason: 'not now' });
    expect(manager.cancel(there, call('c'), 'too late')).toEqual({ ok: false, failure: 'not-pending' });
  });

  it('need a reason', () => {
    const { manager, register } = createManager();
    void register('c');
    expect(() => manager.cancel(here, call('c'), '')).toThrow(RegistrationError);
    expect(() => manager.cancelAll(here, '')).toThrow(RegistrationError);
    expect(manager.getLatestPending(here)).not.toBeNull();
  });
});

describe('an abort', () => {
  it.each(['before', 'after'])('%s registration ends as interrupted and leaves no entry', async (when) => {
    const { manager, register } = createManager();
    const controller = new AbortController();
    if (when === 'before') controller.abort();
    const outcome = register('c', here, controller.signal);
    controller.abort();
    await expect(outcome).resolves.toEqual({ type: 'cancelled', reason: 'Interrupted' });
    expect(manager.getLatestPending(here)).toBeNull();
  });

  it('after the answer changes nothing', async () => {
    const { manager, register } = createManager();
    const controller = new AbortController();
    const outcome = register('c', here, controller.signal);
    manager.answer(here, call('c'), pickA);
    controller.abort();
    await expect(outcome).resolves.toEqual(pickedA);
  });

  it('whose end can’t be stored ends all the same, and is stored before its key waits again', async () => {
    const stored: string[] = [];
    let isFull = true;
    const { manager, register } = createManager({
      opened: ({ toolCallId }) => void stored.push(`opened ${toolCallId}`),
      settled({ toolCallId }) {
        if (isFull) throw new Error('disk full');
        stored.push(`settled ${toolCallId}`);
      },
    });
    const controller = new AbortController();
    const outcome = register('c', here, controller.signal);
    controller.abort();
    await expect(outcome).resolves.toEqual({ type: 'cancelled', reason: 'Interrupted' });
    void register('d');
    expect(() => register('c')).toThrow('disk full');
    isFull = false;
    void register('c');
    expect(stored).toEqual(['opened c', 'opened d', 'settled c', 'opened c']);
    expect(manager.getLatestPending(here)?.toolCallId).toBe('c');
  });
});

describe('subscribe', () => {
  it('begins with what waits and tells every change until it is let go', () => {
    const { manager, register } = createManager();
    const seen: string[] = [];
    const listener = ({ type, item }: AskEvent<null>) => void seen.push(`${type} ${item.toolCallId}`);
    void register('a');
    const stop = manager.subscribe(listener);
    void register('b');
    manager.answer(here, call('a'), pickA);
    stop();
    manager.answer(here, call('b'), pickA);
    expect(seen).toEqual(['opened a', 'opened b', 'settled a']);
  });
});

describe('the manager as a whole', () => {
  it('agrees with a plain list of what waits, whatever is done to it', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const action = fc.record({ type: fc.constantFrom('register', 'answer', 'cancel', 'cancelAll'), name });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const { manager, register } = createManager();
        let waiting: string[] = [];
        for (const { type, name: id } of actions) {
          if (type === 'register' && !waiting.includes(id)) {
            void register(id);
            waiting.push(id);
          } else if (type === 'answer') {
            expect(manager.answer(here, call(id), pickA).ok).toBe(waiting.includes(id));
            waiting = waiting.filter((other) => other !== id);
          } else if (type === 'cancel') {
            expect(manager.cancel(here, call(id), 'why').ok).toBe(waiting.includes(id));
            waiting = waiting.filter((other) => other !== id);
          } else if (type === 'cancelAll') {
            expect(manager.cancelAll(here, 'why')).toBe(waiting.length);
            waiting = [];
          }
          expect(manager.getLatestPending(here)?.toolCallId ?? null).toBe(waiting.at(-1) ?? null);
        }
      }),
    );
  });
});
