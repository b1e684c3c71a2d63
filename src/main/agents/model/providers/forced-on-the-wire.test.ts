import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { streamText } from 'ai';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type ProviderId, providerIdSchema } from '../../../../shared/providers/provider.ts';
import type { Thinking } from '../../../../shared/workspace/workspace.ts';
import { reminder } from '../../../previews/resolve-steering.ts';
import { startAnthropicServer } from '../../../../../test/main/agents/model/anthropic-server.ts';
import { actionsOf, asked } from '../../../../../test/main/previews/preview-chat.ts';
import type { SubstituteReply } from '../../../../../test/main/agents/model/provider-proxy.ts';
import { providerThatMakes } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, watchChat } from '../../../../../test/main/test-app.ts';
import { forcingTool } from '../model-call.ts';
import { anthropic } from './anthropic.ts';

const calls = [
  { name: 'write_file', input: { path: 'a.txt', content: 'new\n' } },
  { name: 'resolve', input: { action: 'apply', reason: 'It is right' } },
];

type Body = Record<string, unknown>;

const named = z.object({ name: z.string() });
const toolsSchema = z.object({ tools: z.array(z.unknown()) });
const toolSchema = z.union([
  z.object({ function: named }).transform(({ function: { name } }) => [name]),
  z
    .object({ functionDeclarations: z.array(named) })
    .transform(({ functionDeclarations: all }) => all.map(({ name }) => name)),
  named.transform(({ name }) => [name]),
]);

/** The tools of a request, whatever the protocol. */
const toolsIn = (body: Body) => toolsSchema.parse(body).tools.flatMap((tool) => toolSchema.parse(tool));

/** The part of the body that forces `resolve` in each protocol; null where there is none. */
const forces: Record<ProviderId, Body | null> = {
  anthropic: { tool_choice: { type: 'tool', name: 'resolve' } },
  openai: { tool_choice: { type: 'function', name: 'resolve' } },
  google: { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['resolve'] } } },
  'openai-compatible': { tool_choice: { type: 'function', function: { name: 'resolve' } } },
  ollama: null,
};

const choiceOf = ({ tool_choice, toolConfig }: Body) => JSON.stringify({ tool_choice, toolConfig });

/** Stages, lets the agent ask and the person apply; returns every request of the model. */
async function resolvedOver(
  id: ProviderId,
  {
    agent,
    instead = [],
    thinking = 'off',
  }: { agent?: string; instead?: SubstituteReply[]; thinking?: Thinking } = {},
) {
  const { proxy, env } = await providerThatMakes(id, calls, agent === undefined ? {} : { agent });
  const { client } = testApp(temporaryFolder(), { env });
  const folder = temporaryFolder();
  const { id: workspaceId } = await client.workspace.create({ folder });
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  await client.workspace.setThinking({ workspaceId, thinking });
  const chat = await watchChat(client, workspaceId);
  proxy.answerNext('real', ...instead);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  const [action] = actionsOf(await chat.until(asked));
  if (action === undefined) throw new Error('Nothing is staged.');
  expect(existsSync(join(folder, 'a.txt'))).toBe(false);
  const { id: actionId, fingerprint } = action;
  await client.workspace.decidePreview({ workspaceId, actionId, fingerprint, decision: { type: 'apply' } });
  await chat.until((seen) => agentText(seen).includes('Thank you.'));
  expect(existsSync(join(folder, 'a.txt'))).toBe(true);
  return proxy.requests.map(({ body }): Body => z.record(z.string(), z.unknown()).parse(JSON.parse(body)));
}

const count = (body: Body | undefined) =>
  JSON.stringify(body).split(JSON.stringify(reminder).slice(1, -1)).length - 1;

test.each(providerIdSchema.options)('%s: resolve is forced for one request where it can be', async (id) => {
  const [first = {}, second = {}, third = {}] = await resolvedOver(id);
  const force = forces[id];
  if (force === null) expect(choiceOf(second)).toBe(choiceOf(first));
  else expect(second).toMatchObject(force);
  expect(choiceOf(third)).toBe(choiceOf(first));
  expect(toolsIn(second).toSorted()).toEqual([...toolsIn(first), 'resolve'].toSorted());
  expect(toolsIn(third)).toEqual(toolsIn(first));
  expect(toolsIn(first)).not.toContain('resolve');
  expect([first, second, third].map(count)).toEqual([0, 1, 1]);
  expect(JSON.stringify(third)).toContain('Applied: Create a.txt.');
});

const refusals: [string, ProviderId, SubstituteReply][] = [
  [
    'a Claude that reasons',
    'anthropic',
    {
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'Thinking may not be enabled when tool_choice forces tool use.',
        },
      },
    },
  ],
  [
    'a server that knows only words for it',
    'openai-compatible',
    {
      status: 400,
      body: { error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" },
    },
  ],
  [
    'a gateway without a model for it',
    'openai-compatible',
    {
      status: 404,
      body: {
        error: { message: "No endpoints found that support the provided 'tool_choice' value.", code: 404 },
      },
    },
  ],
  [
    'a Gemini without it',
    'google',
    {
      status: 400,
      body: {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message: 'Function calling mode ANY is not supported.',
        },
      },
    },
  ],
];

test.each(refusals)('%s gets the reminder alone, with the same tools', async (_, id, refusal) => {
  const [first = {}, refused = {}, second = {}] = await resolvedOver(id, { instead: [refusal] });
  expect(refused).toMatchObject(forces[id] ?? {});
  expect(choiceOf(second)).toBe(choiceOf(first));
  expect(toolsIn(second)).toEqual(toolsIn(refused));
  expect(count(second)).toBe(1);
});

test.each(['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-fable-5-1', 'claude-fable-5-2'])(
  '%s, which can not be forced, keeps all of its tools',
  async (model) => {
    const [first = {}, second = {}] = await resolvedOver('anthropic', { agent: `anthropic/${model}` });
    expect(choiceOf(second)).toBe(choiceOf(first));
    expect(toolsIn(second)).toEqual([...toolsIn(first), 'resolve']);
    expect(count(second)).toBe(1);
  },
);

test('a Claude that thinks is reminded and not forced, and keeps all of its tools', async () => {
  const [first = {}, second = {}] = await resolvedOver('anthropic', { thinking: 'high' });
  expect(second).toMatchObject({ thinking: { type: 'adaptive' } });
  expect(choiceOf(second)).toBe(choiceOf(first));
  expect(toolsIn(second)).toEqual([...toolsIn(first), 'resolve']);
  expect(count(second)).toBe(1);
});

test('a model that takes both is forced while it thinks', async () => {
  const [, second = {}] = await resolvedOver('openai', { thinking: 'high' });
  expect(second).toMatchObject({ reasoning: { effort: 'high' }, ...forces.openai });
});

describe('a Claude that was told to reason', () => {
  it.each([
    ['high', { type: 'auto' }],
    ['none', { type: 'tool', name: 'resolve' }],
  ] as const)('is forced or not: %s', async (reasoning, choice) => {
    const server = await startAnthropicServer();
    onTestFinished(() => server.close());
    const model = await anthropic.languageModel(
      { apiKey: 'key', baseUrl: `${server.url}/v1`, parameters: [] },
      'claude-sonnet-4-5',
      null,
    );
    const tool = { inputSchema: z.object({}) };
    const { text } = streamText({
      model: forcingTool(model, 'resolve'),
      prompt: 'Go',
      tools: { look: tool, resolve: tool },
      reasoning,
    });
    await text;
    const body = z.record(z.string(), z.unknown()).parse((await server.request(0)).body);
    expect(body['tool_choice']).toEqual(choice);
    expect(toolsIn(body)).toEqual(['look', 'resolve']);
  });
});
