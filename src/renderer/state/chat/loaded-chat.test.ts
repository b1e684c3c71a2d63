import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PagePosition } from '../../../shared/transcript/message-page.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import {
  messageId,
  questionCall,
  agentMessage as agent,
  userMessage as user,
} from '../../../../test/renderer/transcript-samples.ts';
import {
  atEnd,
  type LoadedChat,
  newestPartOf,
  nextPagePosition,
  pastAfterEvent,
  shownPage,
  withOlder,
  withoutDistant,
  withPage,
} from './loaded-chat.ts';

const page = 60;

/** A chat as main has it. */
const stored = (count: number) => Array.from({ length: count }, (_, index): Message => user(index + 1));

/** Returns the page that main gives for a place. */
function read(all: readonly Message[], at: PagePosition) {
  const [start, end] = bounds(all, at);
  const [from, to] = [Math.max(0, start), Math.min(all.length, end)];
  return { messages: all.slice(from, to), hasEarlier: from > 0, hasLater: to < all.length };
}

function bounds(all: readonly Message[], at: PagePosition): [number, number] {
  switch (at.type) {
    case 'start':
    case 'call':
      return [0, page];
    case 'before': {
      const end = all.findIndex(({ id }) => id === at.messageId);
      return [end - page, end];
    }
    case 'after': {
      const start = all.findIndex(({ id }) => id === at.messageId) + 1;
      return [start, start + page];
    }
    case 'around': {
      const middle = all.findIndex(({ id }) => id === at.messageId);
      return [middle - page / 2, middle + page / 2];
    }
  }
}

function opened(all: readonly Message[]): LoadedChat {
  const messages = all.slice(-page);
  return {
    transcript: { messages, hasEarlier: all.length > page },
    past: null,
    grewAt: 'end',
    place: 0,
  };
}

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => Number(id));

const shownIds = (chat: LoadedChat) => idsOf(shownPage(chat).messages);

/** Scrolls so that a message is on screen, until nothing more is read or let go of. */
function scrolledTo(chat: LoadedChat, all: readonly Message[], index: number): LoadedChat {
  const ids = shownIds(chat);
  const at = messageId(ids[Math.min(ids.length - 1, Math.max(0, index))] ?? 1);
  const seen = { first: at, last: at, still: true };
  const near = withoutDistant(chat, seen);
  const next = nextPagePosition(near, seen);
  return next === null ? near : withPage(near, next, read(all, next));
}

type Step = { type: 'scroll' | 'jump' | 'start' | 'end'; to: number };

/** Applies a step of the person. */
function moved(chat: LoadedChat, all: readonly Message[], { type, to }: Step): LoadedChat {
  const at = (place: PagePosition) => withPage(chat, place, read(all, place));
  switch (type) {
    case 'scroll':
      return scrolledTo(chat, all, to);
    case 'jump':
      return at({ type: 'around', messageId: messageId(Math.max(1, to)) });
    case 'start':
      return at({ type: 'start' });
    case 'end':
      return atEnd(chat);
  }
}

describe('what a window has of a long chat', () => {
  it('is always a part of it without a gap, true about its ends, and never more than so much', () => {
    const all = stored(1_500);
    const moves = fc.record({
      type: fc.constantFrom<Step['type']>('scroll', 'scroll', 'scroll', 'jump', 'start', 'end'),
      to: fc.nat(1_500),
    });
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 40 }), (steps) => {
        let chat = opened(all);
        for (const step of steps) {
          chat = moved(chat, all, step);
          const { messages, hasEarlier, hasLater } = shownPage(chat);
          const ids = idsOf(messages);
          const first = ids[0] ?? 0;
          expect(ids).toEqual(ids.map((_, index) => first + index));
          expect([hasEarlier, hasLater]).toEqual([first > 1, ids.at(-1) !== 1_500]);
          expect(chat.transcript.messages.at(-1)?.id).toBe(1_500);
          if (step.type === 'scroll') expect(ids.length).toBeLessThan(800);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('reaches either end by scrolling alone', () => {
    const all = stored(1_000);
    let chat = opened(all);
    for (let step = 0; step < 60; step += 1) chat = scrolledTo(chat, all, 0);
    expect([shownIds(chat)[0], shownPage(chat).hasLater]).toEqual([1, true]);
    expect(chat.transcript.messages.length).toBe(page);
    for (let step = 0; step < 60; step += 1) chat = scrolledTo(chat, all, 10_000);
    expect([shownIds(chat).at(-1), chat.past]).toEqual([1_000, null]);
    expect(shownIds(chat).length).toBeLessThan(400);
  });

  it('lets go of what lies before the screen when that stands still, or when it is very much', () => {
    const [first, last] = [messageId(600), messageId(605)];
    const chat = (count: number) => ({
      ...opened(stored(count)),
      transcript: { messages: stored(count), hasEarlier: false },
    });
    expect(shownIds(withoutDistant(chat(610), { first, last, still: true }))[0]).toBe(480);
    expect(shownIds(withoutDistant(chat(610), { first, last, still: false }))[0]).toBe(1);
    const far = { first: messageId(1_100), last: messageId(1_110), still: false };
    expect(shownIds(withoutDistant(chat(1_120), far))[0]).toBe(980);
  });

  it('keeps what waits for the person or the agent loaded', () => {
    const all = stored(400).with(1, waitingMessage);
    const chat = { ...opened(all), transcript: { messages: all, hasEarlier: false } };
    expect(idsOf(newestPartOf(chat).transcript.messages)[0]).toBe(2);
    expect(withoutDistant(chat, { first: messageId(400), last: messageId(400), still: true })).toBe(chat);
  });
});

describe('what a window has of a chat that changes', () => {
  it('leaves out a page that no longer fits', () => {
    const all = stored(200);
    const chat = opened(all);
    const at: PagePosition = { type: 'before', messageId: messageId(7) };
    expect(withPage(chat, at, read(all, at))).toBe(chat);
  });

  it('keeps the place where the person reads when main tells it anew, unless something waits there', () => {
    const all = stored(1_000);
    const back = withPage(opened(all), { type: 'start' }, read(all, { type: 'start' }));
    const anew = withOlder(opened(stored(1_100)), back);
    expect([shownIds(anew), anew.place]).toEqual([shownIds(back), back.place]);
    expect(anew.transcript.messages.at(-1)?.id).toBe(1_100);

    const at: PagePosition = { type: 'before', messageId: messageId(941) };
    const grown = withOlder(opened(stored(1_020)), withPage(opened(all), at, read(all, at)));
    expect([grown.past, shownIds(grown)[0], shownIds(grown).length]).toEqual([null, 881, 140]);

    const waiting = back.past && { ...back.past, messages: back.past.messages.with(1, waitingMessage) };
    expect(withOlder(opened(all), { ...back, past: waiting })).toMatchObject({ past: null, place: 2 });
  });

  it('loses from the past what was replaced, and nothing by what is new', () => {
    const past = { ...read(stored(200), { type: 'start' }) };
    const message = user(300);
    const added = pastAfterEvent(past, { type: 'message-added', message });
    expect(added).toBe(past);
    const replaced = pastAfterEvent(past, { type: 'messages-replaced', from: messageId(11), message });
    expect(idsOf(replaced?.messages ?? [])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(pastAfterEvent(past, { type: 'messages-replaced', from: messageId(1), message })).toBeNull();
  });
});

const waitingMessage = agent(
  2,
  questionCall('a', 'ask_user_question', {
    ask: {
      asker: 'Agent',
      questions: [],
      draft: [],
      openedAt: 0,
      timeout: { deadline: null, stopped: false },
      settlement: null,
    },
  }),
);
