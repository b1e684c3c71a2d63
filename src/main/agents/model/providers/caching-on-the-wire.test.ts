/** The marks of Anthropic's prompt caching, as its page of that name has them: four at most, each on a last block. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { providerThatMakes } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { chatWithRaw, typedEvents } from '../../../../../test/main/agents/model/raw-provider.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

const blocks = z.array(z.looseObject({ cache_control: z.unknown().optional() }));
const bodySchema = z.object({
  system: blocks,
  tools: blocks,
  messages: z.array(z.object({ content: z.union([z.string(), blocks]) })),
});

const isMarked = (block: { cache_control?: unknown }) => block.cache_control !== undefined;

it('marks the end of tools, instructions and the last two messages, at every step', async () => {
  const look = { name: 'list_files', input: {} };
  const { proxy, env } = await providerThatMakes('anthropic', [look, look, look]);
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  await chat.until((seen) => agentText(seen).includes('Thank you.'));
  expect(proxy.requests).toHaveLength(4);
  for (const { body } of proxy.requests) {
    const { system, tools, messages } = bodySchema.parse(JSON.parse(body));
    expect(tools.map(isMarked)).toEqual(tools.map((_, index) => index === tools.length - 1));
    expect(system.map(isMarked)).toEqual(system.map((_, index) => index === system.length - 1));
    const marks = messages.map(({ content }) =>
      typeof content === 'string' ? [false] : content.map(isMarked),
    );
    expect(marks.map((all) => all.at(-1))).toEqual(marks.map((_, index) => index >= marks.length - 2));
    expect(marks.flatMap((all) => all.slice(0, -1))).not.toContain(true);
    expect(body.split('"cache_control":{"type":"ephemeral"}').length - 1).toBeLessThanOrEqual(4);
  }
});

it('counts what came from the cache in the usage of the chat', async () => {
  const started = {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 100,
        cache_read_input_tokens: 1_800,
        cache_creation_input_tokens: 40,
        output_tokens: 1,
      },
    },
  };
  const body = typedEvents(
    started,
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 2 },
    },
    { type: 'message_stop' },
  );
  const { client, workspaceId, end } = await chatWithRaw('anthropic', [{ body }]);
  await end();
  const { usage } = await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
  expect(usage).toMatchObject({ chat: { input: 1_940, output: 2 }, cached: 1_800 });
});
