import { z } from 'zod';
import type { ProviderId } from '../../../../src/shared/providers/provider.ts';

/** Returns what a provider would refuse in a request; undefined where nothing is wrong with it. */
export function problemOf(id: ProviderId, body: string): string | undefined {
  if (/(?<!\\)\\ud[89a-f]/i.test(body)) return 'it has half of a character';
  const request: unknown = JSON.parse(body);
  switch (id) {
    case 'anthropic':
      return problemOfMessages(messagesSchema.parse(request));
    case 'openai':
      return problemOfItems(itemsSchema.parse(request).input);
    case 'google':
      return problemOfContents(contentsSchema.parse(request).contents);
    case 'openai-compatible':
      return problemOfCompletion(completionSchema.parse(request).messages);
    case 'ollama':
      return undefined;
  }
}

/** The names of functions that OpenAI and Anthropic take. */
const plainName = /^[a-zA-Z0-9_-]{1,64}$/;

const blockSchema = z.object({
  type: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
  text: z.string().optional(),
  tool_use_id: z.string().optional(),
  input: z.unknown().optional(),
});

const messagesSchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(blockSchema)]) })),
});

/** Anthropic's rules: names and ids are plain, each call has one result right after it, no text is blank. */
function problemOfMessages({ messages, ...rest }: z.infer<typeof messagesSchema>): string | undefined {
  if (JSON.stringify({ messages, rest }).split('"cache_control"').length > 5)
    return 'it has more than four cache marks';
  if (messages[0]?.role !== 'user' || messages.at(-1)?.role !== 'user')
    return 'it does not begin and end with the person';
  let open: string[] = [];
  const known = new Set<string>();
  for (const { content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const results = blocks.flatMap(({ tool_use_id }) => (tool_use_id === undefined ? [] : [tool_use_id]));
    if (results.toSorted().join() !== open.toSorted().join())
      return `the results ${results.join()} follow the calls ${open.join()}`;
    const calls = blocks.filter(({ type }) => type === 'tool_use');
    open = calls.map(({ id = '' }) => id);
    for (const { id = '', name = '' } of calls) {
      if (!/^[a-zA-Z0-9_-]+$/.test(id) || known.has(id)) return `a call has the id ${JSON.stringify(id)}`;
      if (!plainName.test(name)) return `a call has the name ${JSON.stringify(name)}`;
      known.add(id);
    }
    if (blocks.some(({ type, text }) => type === 'text' && text?.trim() === '')) return 'a text is blank';
  }
  return undefined;
}

const itemsSchema = z.object({
  input: z.array(
    z.object({
      type: z.string().optional(),
      role: z.string().optional(),
      call_id: z.string().optional(),
      name: z.string().optional(),
      arguments: z.string().optional(),
    }),
  ),
});

/** The rules of OpenAI's Responses. */
function problemOfItems(items: z.infer<typeof itemsSchema>['input']): string | undefined {
  const ids = (wanted: string) =>
    items.filter(({ type }) => type === wanted).map(({ call_id }) => call_id ?? '');
  const calls = ids('function_call');
  if (calls.toSorted().join() !== ids('function_call_output').toSorted().join())
    return `the results ${ids('function_call_output').join()} are for the calls ${calls.join()}`;
  if (new Set(calls).size < calls.length) return `two calls have one id: ${calls.join()}`;
  if (calls.some((id) => id === '' || id.length > 64)) return `a call has the id ${calls.join()}`;
  const wrong = items.find(({ type, name = '' }) => type === 'function_call' && !plainName.test(name));
  return wrong === undefined
    ? undefined
    : `a call has the name ${JSON.stringify(wrong.name)} in ${JSON.stringify(wrong)}`;
}

const partSchema = z.looseObject({
  text: z.string().optional(),
  functionCall: z.object({ name: z.string() }).optional(),
  functionResponse: z.object({ name: z.string() }).optional(),
});

const contentsSchema = z.object({
  contents: z.array(z.object({ role: z.string(), parts: z.array(partSchema).min(1) })),
});

/** Google's rules: as many results follow as there were calls, by the names of functions. */
function problemOfContents(contents: z.infer<typeof contentsSchema>['contents']): string | undefined {
  let open: string[] = [];
  for (const { parts } of contents) {
    const results = parts.flatMap(({ functionResponse }) => functionResponse?.name ?? []);
    if (results.join() !== open.join())
      return `the results ${results.join()} follow the calls ${open.join()}`;
    open = parts.flatMap(({ functionCall }) => functionCall?.name ?? []);
    const wrong = open.find((name) => !/^[a-zA-Z_][\w.:-]{0,127}$/.test(name));
    if (wrong !== undefined) return `a call has the name ${JSON.stringify(wrong)}`;
  }
  return undefined;
}

const completionSchema = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.unknown().optional(),
      tool_call_id: z.string().optional(),
      tool_calls: z
        .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
        .optional(),
    }),
  ),
});

/** The rules of OpenAI's Chat Completions, as OpenAI itself has them. */
function problemOfCompletion(messages: z.infer<typeof completionSchema>['messages']): string | undefined {
  let open: string[] = [];
  for (const { role, tool_call_id = '', tool_calls = [] } of messages) {
    if (role === 'tool') {
      if (!open.includes(tool_call_id)) return `a result is for ${tool_call_id}, which is no call`;
      open = open.filter((id) => id !== tool_call_id);
      continue;
    }
    if (open.length > 0) return `the calls ${open.join()} have no result`;
    open = tool_calls.map(({ id }) => id);
    if (new Set(open).size < open.length || open.some((id) => id === '' || id.length > 40))
      return `calls have the ids ${open.join()}`;
    for (const { function: called } of tool_calls) {
      if (!plainName.test(called.name)) return `a call has the name ${JSON.stringify(called.name)}`;
      if (!called.arguments.startsWith('{')) return `a call has the arguments ${called.arguments}`;
    }
  }
  return undefined;
}
