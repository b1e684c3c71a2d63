import { APICallError } from 'ai';
import { expect, test } from 'vitest';
import { type Script, says, scriptedAgent } from '../../../../../test/main/agents/model/scripted-agent.ts';
import { summarise } from './summarise.ts';

/** A model that reads so many characters and no more. */
function modelReading(most: number) {
  const read: number[] = [];
  const script: Script = (prompt) => {
    const { length } = JSON.stringify(prompt);
    read.push(length);
    if (length <= most) return says(`summary ${read.length}`);
    const message = 'prompt is too long';
    throw new APICallError({ message, url: 'http://127.0.0.1', requestBodyValues: {}, statusCode: 400 });
  };
  const { agentFor, prompts } = scriptedAgent(Array.from({ length: 50 }, () => script));
  const choice = agentFor();
  if (!choice.ok) throw new Error('There is no model.');
  const sum = async (...pieces: string[]) =>
    summarise({
      model: await choice.agent.languageModel(),
      thinks: false,
      before: '',
      pieces,
      signal: new AbortController().signal,
      onUsage: () => undefined,
    });
  return { sum, prompts, read };
}

const text = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `word ${from + index}.`).join(' ');

test('a piece that is longer than the model reads is read in parts, all of it and in order', async () => {
  const { sum, prompts, read } = modelReading(8_000);
  expect(await sum(text(0, 1_500), text(1_500, 1_600))).toBe(`summary ${read.length}`);
  const said = prompts.map((prompt) => JSON.stringify(prompt)).filter(({ length }) => length <= 8_000);
  const words = said.flatMap((prompt) =>
    [...prompt.matchAll(/word (\d+)\./g)].map(([, word]) => Number(word)),
  );
  expect(words).toEqual(words.toSorted((a, b) => a - b));
  expect(new Set(words).size).toBeGreaterThan(1_590);
});

test('a model that takes no text for short enough ends it', async () => {
  const { sum, read } = modelReading(0);
  await expect(sum(text(0, 1_500))).rejects.toThrow('prompt is too long');
  expect(read.length).toBeLessThan(10);
});
