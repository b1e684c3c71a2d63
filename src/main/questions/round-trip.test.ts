import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Dialect } from '../../shared/dialects/dialect.ts';
import { createDialects, type DialectId } from '../../shared/dialects/registry.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import { checkAnswers, toAnswers, togglePick, typeNote, typeOther } from '../../shared/questions/answers.ts';
import { answerSchema, type Draft, draftSchema, type Question } from '../../shared/questions/questions.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

/** The person's answer to one question, and the options that the agent offered. */
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

/** The call of each dialect's model that asks with the labels. */
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

type Read = { read: unknown; expected: unknown };

/** Reads each text as the model can, without the code that wrote it, and compares it with the answer. */
const readers: Record<DialectId, (said: string, entered: Entry) => Read> = {
  ask_user_question(said, entered) {
    const quoted = String.raw`"((?:\\.|[^"\\])*)"`;
    const skipped = String.raw`Skipped by the user: "Second\?"\. You can`;
    const whole = `^User has answered your questions: ${quoted}=${quoted}(.*?)\\. ${skipped}`;
    const found = new RegExp(whole, 'su').exec(said);
    if (isEmpty(entered)) return { read: found, expected: null };
    const unescaped = found?.[2]?.replace(/\\(.)/gu, (_, char: string) => (char === 'n' ? '\n' : char));
    const note = oneLine(noteOf(entered).replace(/["\\]/g, '\\$&'));
    return {
      read: [unescaped, found?.[3]],
      expected: [all(entered).replaceAll('\r\n', '\n'), note],
    };
  },
  ask(said, entered) {
    const value = all(entered, JSON.stringify(entered.other));
    const shown = isEmpty(entered) ? '(skipped)' : entered.picks.length > 0 ? `[${value}]` : value;
    const expected = `User answers:\n__proto__: ${shown}${oneLine(noteOf(entered))}\nsecond: (skipped)`;
    return { read: said, expected };
  },
  ask_user: (said, entered) => ({
    read: entriesIn(said),
    expected: entriesOf('0', entered, all(entered)),
  }),
  agent_shell: (said, entered) => ({
    read: entriesIn(said),
    expected: entriesOf('__proto__', entered, all(entered, `Other (custom: ${entered.other})`)),
  }),
};

function entriesOf(key: string, entered: Entry, value: string): [string, string][] {
  const whole = `${value}${noteOf(entered)}`;
  return whole === '' ? [] : [[key, isEmpty(entered) ? whole.trimStart() : whole]];
}

const answersSchema = z.object({ answers: z.custom<object>((value) => typeof value === 'object') });

function entriesIn(said: string): [string, unknown][] {
  return Object.entries(answersSchema.parse(JSON.parse(said)).answers);
}

const workspaceId = workspaceIdSchema.parse('w');
const callId = (index: number) => toolCallIdSchema.parse(`call ${index}`);

const asItIs = (offered: string) => offered;

/** A label of a call as the card offers it. */
const shown: Record<DialectId, (offered: string) => string> = {
  ask_user_question: asItIs,
  ask: asItIs,
  ask_user: (offered) => offered.split('\\r\\n').join('\n').split('\\n').join('\n'),
  agent_shell: asItIs,
};

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
  const before = storesIn(folder);
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
  const after = storesIn(folder);
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
      fc.property(fc.array(entry(longest), { minLength: 20, maxLength: 40 }), (offered) => {
        const entries = offered.map((one) => ({ ...one, picks: one.picks.map(shown[id]) }));
        const said = throughStorage(dialect, id, entries);
        for (const [index, entered] of entries.entries()) {
          const { read, expected } = readers[id](said[index] ?? '', entered);
          expect(read).toEqual(expected);
        }
      }),
      { numRuns: 5 },
    );
  });
});
