import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../shared/dialects/dialect.ts';
import { createDialects, type DialectId } from '../../shared/dialects/registry.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import { checkAnswers } from '../../shared/questions/answer-check.ts';
import { toAnswers, togglePick, typeNote, typeOther } from '../../shared/questions/answer-draft.ts';
import { type Draft, draftSchema } from '../../shared/questions/draft.ts';
import { answerSchema } from '../../shared/questions/outcome.ts';
import type { Question } from '../../shared/questions/question.ts';
import { openStores } from '../storage/stores.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** What a person does with one question, and what the agent offered. */
type Entry = { labels: string[]; picks: string[]; other: string; note: string };

const hard = fc.constantFrom(
  'שלום, "עולם" \\ 👩‍👩‍👧',
  'مرحبا\nبك',
  "it's \"one\", 'two'",
  'a\\nb\\\\c',
  'line\r\nline\n\n',
  'A, B',
  '") (note: x',
  '__proto__',
  'toString',
  'exit code: 1',
  '{"answers":{}}',
  '字'.repeat(10_000),
);
const text = fc.oneof(hard, fc.string({ unit: 'grapheme' }));
const written = text.filter((value) => value === '' || value.trim() !== '');
const label = fc
  .oneof(hard, fc.string({ unit: 'grapheme', maxLength: 10 }))
  .filter((value) => value.trim() !== '' && !value.trim().toLowerCase().startsWith('other'));

const entry = (longestLabel: number): fc.Arbitrary<Entry> =>
  fc
    .uniqueArray(
      label.filter(({ length }) => length <= longestLabel),
      {
        minLength: 2,
        maxLength: 4,
        selector: (value) => value.trim().toLowerCase(),
      },
    )
    .chain((labels) =>
      fc.record({
        labels: fc.constant(labels),
        picks: fc.shuffledSubarray(labels),
        other: written,
        note: written,
      }),
    );

const described = (labels: string[]) => labels.map((one) => ({ label: one, description: 'd' }));
const common = { question: 'Which "\\"?', header: '__proto__', multiSelect: true };
const second = { ...common, question: 'Second?', header: 'second', options: described(['a', 'b']) };

/** How each dialect's model asks with the labels. */
const calls: Record<DialectId, (labels: string[]) => unknown> = {
  ask_user_question: (labels) => ({ questions: [{ ...common, options: described(labels) }, second] }),
  ask: (labels) => ({
    questions: [
      { id: '__proto__', ...common, multi: true, options: described(labels) },
      { id: 'second', ...second },
    ],
  }),
  ask_user: (labels) => ({ questions: [{ ...common, options: described(labels) }, second] }),
  agent_shell: (labels) => {
    const json = JSON.stringify({ questions: [{ ...common, options: described(labels) }, second] });
    return { command: `AskUserQuestion '${json.replaceAll("'", `'\\''`)}'` };
  },
};

const all = ({ picks, other }: Entry, own = other) => [...picks, ...(other === '' ? [] : [own])].join(', ');
const noteOf = ({ note }: Entry) => (note === '' ? '' : ` (note: ${note})`);
const oneLine = (value: string) => value.replace(/\r?\n/g, '\\n');
const isEmpty = ({ picks, other }: Entry) => picks.length === 0 && other === '';

/** What the model must be able to read out of each text, told without the code that wrote it. */
const readers: Record<DialectId, (said: string, entered: Entry) => void> = {
  ask_user_question(said, entered) {
    const quoted = String.raw`"((?:\\.|[^"\\])*)"`;
    const found = new RegExp(
      `^User has answered your questions: ${quoted}=${quoted}(.*?)\\. Skipped by the user: "Second\\?"\\. You can`,
      'su',
    ).exec(said);
    if (isEmpty(entered)) return expect(found).toBeNull();
    const unescaped = found?.[2]?.replace(/\\(.)/gu, (_, char: string) => (char === 'n' ? '\n' : char));
    expect(unescaped).toBe(all(entered).replaceAll('\r\n', '\n'));
    expect(found?.[3]).toBe(noteOf(entered).replace(/["\\]/g, '\\$&').replace(/\r?\n/g, '\\n'));
  },
  ask(said, entered) {
    const value = all(entered, JSON.stringify(entered.other));
    const shown = isEmpty(entered) ? '(skipped)' : entered.picks.length > 0 ? `[${value}]` : value;
    expect(said).toBe(`User answers:\n__proto__: ${shown}${oneLine(noteOf(entered))}\nsecond: (skipped)`);
  },
  ask_user(said, entered) {
    const value = `${all(entered)}${noteOf(entered)}`;
    expect(entriesIn(said)).toEqual(
      value === '' ? [] : [['0', isEmpty(entered) ? value.trimStart() : value]],
    );
  },
  agent_shell(said, entered) {
    const value = `${all(entered, `Other (custom: ${entered.other})`)}${noteOf(entered)}`;
    expect(entriesIn(said)).toEqual(
      value === '' ? [] : [['__proto__', isEmpty(entered) ? value.trimStart() : value]],
    );
  },
};

function entriesIn(said: string): [string, unknown][] {
  const parsed: { answers: object } = JSON.parse(said);
  return Object.entries(parsed.answers);
}

const workspaceId = workspaceIdSchema.parse('w');
const callId = (index: number) => toolCallIdSchema.parse(`call ${index}`);

/** As a card makes it: every pick, then the person's own text and note. */
function draftOf({ picks, other, note }: Entry, question: Question): Draft {
  const picked = picks.reduce((draft, pick) => togglePick(draft, question, pick), [] as Draft);
  const typed = other === '' ? picked : typeOther(picked, question, other);
  return note === '' ? typed : typeNote(typed, question, note);
}

function ask(dialect: Dialect, id: DialectId, labels: string[]): Question[] {
  const parsed = dialect.parse(calls[id](labels));
  if (parsed.type !== 'ask') throw new Error(JSON.stringify(parsed));
  return parsed.questions;
}

/** Stores every entry, ends and begins anew, and gives what the model reads then. */
function throughStorage(dialect: Dialect, id: DialectId, entries: readonly Entry[]): string[] {
  const folder = temporaryFolder();
  const before = openStores(folder, () => 1);
  const place = { name: 'w', folder: '/w', mode: 'plan', agent: 'guide', dialect: null, at: 1 } as const;
  before.workspaces.add({ id: workspaceId, ...place });
  const messageId = before.messages.addAgentMessage(workspaceId, 1);
  for (const [index, entered] of entries.entries()) {
    const questions = ask(dialect, id, entered.labels);
    const toolCallId = callId(index);
    before.asks.open({ workspaceId, toolCallId, messageId, asker: 'P', questions, openedAt: 1 });
    const [first] = questions;
    if (first !== undefined) {
      before.asks.saveDraft(workspaceId, toolCallId, draftSchema.parse(draftOf(entered, first)));
    }
  }
  before.close();
  const after = openStores(folder, () => 1);
  const said = entries.map((_, index) => {
    const kept = after.asks.get(workspaceId, callId(index));
    const questions = kept?.questions ?? [];
    const answers = toAnswers(kept?.draft ?? [], questions).map((answer) => answerSchema.parse(answer));
    const checked = checkAnswers(questions, answers);
    if (!checked.ok) throw new Error(checked.problem);
    return dialect.format(questions, checked.outcome).text;
  });
  after.close();
  return said;
}

describe.each([...createDialects({})])('%s', (id, dialect) => {
  it('gives back whatever was offered, picked and typed, to the last character, over a restart', () => {
    const longest = id === 'agent_shell' ? 50 : 10_000;
    fc.assert(
      fc.property(fc.array(entry(longest), { minLength: 20, maxLength: 40 }), (entries) => {
        const said = throughStorage(dialect, id, entries);
        expect(said).toHaveLength(entries.length);
        for (const [index, entered] of entries.entries()) readers[id](said[index] ?? '', entered);
      }),
      { numRuns: 5 },
    );
  });
});
