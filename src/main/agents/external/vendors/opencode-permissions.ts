import { applyPatch } from 'diff';
import { z } from 'zod';
import { isRecord, recordsIn, textField } from '../json-fields.ts';
import type { AgentToolCall, PermissionAsked } from '../protocol.schema.ts';
import { subagentMeta } from './opencode-subagent.ts';
import { OpenCodeRequests, type Waiting } from './opencode-requests.ts';
import type { OpenCodeServer, Subagent } from './opencode-server.ts';
import type { ChannelHost } from './vendor.ts';

/** Returned for what a subagent wants that can't be shown. */
const cannotBeShown =
  'The user could not be shown what you want to do. Leave it to the agent that called you.';

/**
 * Asks the person what OpenCode's subagents want to do: OpenCode tells of that at its server alone, where the call waits for
 * the answer. What the chat's own agent wants to do comes over ACP.
 */
export class OpenCodePermissions {
  readonly #server: OpenCodeServer;
  readonly #host: ChannelHost;
  readonly requests: OpenCodeRequests;
  /** The calls that began a subagent, by its session. */
  readonly #parents = new Map<string, string>();
  /** The calls that stand in the chat and are not over. */
  readonly #shown = new Set<string>();

  /** `onLost` is called where the server takes no answers any more. */
  constructor(server: OpenCodeServer, host: ChannelHost, onLost: () => void) {
    this.#server = server;
    this.#host = host;
    this.requests = new OpenCodeRequests({
      server,
      onLost,
      onLine: host.onLine,
      answer: (request, waiting) => this.#answer(request, waiting),
      refuse: (id) => this.#reply(id, { reply: 'reject', message: cannotBeShown }),
    });
  }

  /** Takes what the server says of a call: which one began a subagent, and how one of a subagent ended. */
  follow(part: unknown): void {
    const [callId, sessionId] = [textField(part, 'callID'), textField(part, 'sessionID')];
    const state = isRecord(part) ? part['state'] : undefined;
    if (callId === undefined || sessionId === undefined || !isRecord(state)) return;
    const child = textField(state['metadata'], 'sessionId');
    if (child !== undefined && sessionId === this.#host.sessionId()) this.#parents.set(child, callId);
    const isOver = state['status'] === 'completed' || state['status'] === 'error';
    const toolCallId = callKey(sessionId, callId);
    if (!isOver || !this.#shown.delete(toolCallId)) return;
    const status = state['status'] === 'completed' ? 'completed' : 'failed';
    const text = textField(state, 'output', 'error');
    const content = text === undefined ? [] : [{ type: 'content', content: { type: 'text', text } }];
    this.#host.change({ toolCallId, status, rawOutput: undefined, rawInput: undefined, content });
  }

  async #answer(request: unknown, { id, sessionId, gone }: Waiting): Promise<void> {
    const asker = await this.#server.askerOf(sessionId, this.#host.sessionId());
    if (gone.aborted || asker === undefined || asker === 'own' || sessionId === undefined) return;
    const read = requestSchema.safeParse(request);
    if (!read.success) {
      this.#host.onLine(`permission ${id}: it can’t be shown, and was refused`);
      return this.#reply(id, { reply: 'reject', message: cannotBeShown });
    }
    const asked = await this.#asked(read.data, sessionId, asker);
    if (gone.aborted) return;
    this.#shown.add(asked.toolCall.toolCallId);
    const { optionId, reason } = await this.#host.permit(asked, gone);
    if (gone.aborted) return;
    const reply = optionId === 'once' || optionId === 'always' ? optionId : 'reject';
    await this.#reply(id, {
      reply,
      ...(reply === 'reject' && reason !== undefined && { message: reason }),
    });
  }

  async #reply(id: string, reply: Reply): Promise<void> {
    await this.requests.reply(id, `/permission/${encodeURIComponent(id)}/reply`, reply);
  }

  /** Returns a request as OpenCode sends those of the chat's own agent over ACP. */
  async #asked(request: OpenCodePermission, sessionId: string, { name }: Subagent): Promise<PermissionAsked> {
    const { always, tool } = request;
    const input = await this.#inputOf(sessionId, tool);
    const parent = this.#parents.get(sessionId);
    const lasting = always.filter((one) => one !== '*');
    return {
      sessionId,
      toolCall: {
        toolCallId: callKey(sessionId, tool?.callID ?? request.id),
        ...callOf(request, input, this.#host.textOf),
        rawOutput: undefined,
        _meta: subagentMeta({ subagent: name, parent }),
      },
      options: [
        { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
        ...(always.length === 0
          ? []
          : [
              {
                optionId: 'always',
                name: ['Always allow', lasting.join(', ')].join(' ').trim(),
                kind: 'allow_always',
              },
            ]),
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
    };
  }

  /** Returns the input of the call that asks: a request has only a part of it. */
  async #inputOf(sessionId: string, tool: OpenCodePermission['tool']): Promise<unknown> {
    if (tool === undefined) return undefined;
    const path = [sessionId, tool.messageID].map(encodeURIComponent).join('/message/');
    const { body } = await this.#server.request('GET', `/session/${path}`);
    const part = recordsIn(body, 'parts').find((one) => one['callID'] === tool.callID);
    return isRecord(part?.['state']) ? part['state']['input'] : undefined;
  }
}

type Reply = { reply: 'once' | 'always' | 'reject'; message?: string };

const shortText = z.string().max(10_000);

const requestSchema = z.object({
  id: z.string(),
  permission: shortText.min(1),
  patterns: z.array(shortText).max(1_000).catch([]),
  metadata: z.record(z.string(), z.unknown()).catch({}),
  always: z.array(shortText).max(1_000).catch([]),
  tool: z.object({ messageID: shortText, callID: shortText }).optional().catch(undefined),
});

type OpenCodePermission = z.infer<typeof requestSchema>;

/** Calls of two sessions may share an id. */
const callKey = (sessionId: string, callId: string) => `${sessionId}/${callId}`;

type TextOf = ChannelHost['textOf'];

type CallShown = Pick<AgentToolCall, 'title' | 'kind' | 'rawInput' | 'content'>;

/** Returns what is shown of a call by what it asks for. A command is shown as one only where that is what is asked for. */
function callOf(request: OpenCodePermission, input: unknown, textOf: TextOf): CallShown {
  const { permission, patterns, metadata } = request;
  const whole = { ...(isRecord(input) ? input : {}), ...metadata };
  switch (permission) {
    case 'bash':
      return { title: textField(metadata, 'command'), kind: 'execute', rawInput: whole };
    case 'webfetch':
      return { title: textField(metadata, 'url'), kind: 'fetch', rawInput: whole };
    case 'edit':
      return { title: `Edit ${patterns.join(', ')}`, kind: 'edit', ...changesOf(request, input, textOf) };
    default:
      return {
        title: `${titles.get(permission) ?? permission}: ${patterns.join(', ')}`,
        kind: 'other',
        rawInput: { ...metadata, ...(input !== undefined && { call: input }) },
      };
  }
}

const titles: ReadonlyMap<string, string> = new Map([
  ['external_directory', 'Use files outside of the folder'],
  ['doom_loop', 'Go on with a call that repeats itself'],
]);

/** Returns the changes of files that a request has as patches; the patches themselves where one does not fit its file. */
function changesOf(
  { metadata }: OpenCodePermission,
  input: unknown,
  textOf: TextOf,
): Pick<CallShown, 'content' | 'rawInput'> {
  const listed = recordsIn(metadata, 'files');
  const files = listed.length > 0 ? listed : [metadata];
  const changes = files.flatMap((file) => changeOf(file, textOf) ?? []);
  return changes.length === files.length ? { content: changes } : { rawInput: { ...metadata, call: input } };
}

function changeOf(file: Record<string, unknown>, textOf: TextOf) {
  const path = textField(file, 'filePath', 'filepath');
  const patch = textField(file, 'patch', 'diff');
  if (path === undefined || patch === undefined || textField(file, 'movePath') !== undefined)
    return undefined;
  const oldText = textOf(path);
  const newText = patched(oldText ?? '', patch);
  return newText === undefined ? undefined : { type: 'diff', path, oldText, newText };
}

function patched(text: string, patch: string): string | undefined {
  try {
    const whole = applyPatch(text, patch);
    return whole === false ? undefined : whole;
  } catch {
    return undefined;
  }
}
