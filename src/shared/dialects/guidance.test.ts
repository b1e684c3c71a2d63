import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDialects, dialectIds, type DialectId } from './registry.ts';

const dialects = createDialects({});

/** All that a model reads of a dialect's tool before it calls it. */
function readBeforeACall(id: DialectId): string {
  const dialect = dialects.get(id);
  if (dialect === undefined) throw new Error(id);
  const schema = z.toJSONSchema(dialect.inputSchema, { io: 'input', unrepresentable: 'any' });
  return `${dialect.description}\n${JSON.stringify(schema)}`;
}

const common: [string, RegExp][] = [
  ['that a decision is the person’s', /decision.*(theirs|the person's)/],
  ['that it changes what comes next', /changes? what you do next/],
  ['where not to ask', /(Look for the answer yourself first|WHEN NOT TO USE)/],
  ['that it asks no permission', /(never ask for permission|To ask for permission for something else)/i],
  ['that related questions go into one call', /related questions into one call/],
  ['that Other is offered always, and never sent', /always offered.*never (add|send)/],
  ['that a label is short', /(1 to 5 words|a few words)/],
  ['what a description is for', /What choosing it means, and what it costs|what it means and costs/],
];

test.each(dialectIds.flatMap((id) => common.map(([what, words]) => [id, what, words] as const)))(
  '%s says %s',
  (id, _, words) => expect(readBeforeACall(id)).toMatch(words),
);

const own: [DialectId, string, RegExp][] = [
  ['ask_user_question', 'how many questions', /1 to 4 multiple-choice questions/],
  ['ask_user_question', 'how many options', /2 to 4 short options/],
  ['ask_user_question', 'how to recommend', /first and end its label in "\(Recommended\)"/],
  ['ask_user_question', 'that questions may stay open', /can be left unanswered/],
  ['ask', 'how many options', /2 to 5 short options/],
  ['ask', 'how to recommend', /set recommended to the index/],
  ['ask', 'what the id is for', /the result uses it/],
  ['ask', 'how to ask for own words', /none for an answer in the person’s own words/],
  ['ask_user', 'how many questions', /1 to 4 questions/],
  ['ask_user', 'the three kinds', /choice with 2 to 4 short options.*text for.*yesno to confirm/],
  ['ask_user', 'the kind by default', /choice unless given/],
  ['ask_user', 'how long a header is', /A header has at most 16 characters/],
  ['ask_user', 'how long a header is, in its field', /A short label, at most 16 characters/],
  ['ask_user', 'how to recommend', /end the one you would take in \\"\(Recommended\)\\" and put it first/],
  ['agent_shell', 'how many questions', /"questions": \[ +\/\/ 1 to 4\n/],
  ['agent_shell', 'how many options', /"options": \[ +\/\/ 2 to 4\n/],
  ['agent_shell', 'how to recommend', /recommend first, with "\(Recommended\)" in its label/],
  ['agent_shell', 'the form of its output', /\{"answers":\{"<header>":"Other \(custom: <text>\)"\}\}/],
  ['agent_shell', 'when to use it', /WHEN TO USE:\n/],
  ['agent_shell', 'examples', /EXAMPLES:\n +AskUserQuestion '\{"questions":/],
];

test.each(own)('%s says %s', (id, _, words) => expect(readBeforeACall(id)).toMatch(words));
