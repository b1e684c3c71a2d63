import {
  type Client,
  type ElicitResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { FormLimits, FormReply, Forms, LinkReply } from '../../forms/forms.ts';
import type { Server } from '../../mcp-servers/server.ts';

/** The error code by which a server of the 2025 protocol wants addresses opened before it runs a call. */
const openRequiredCode: number = ProtocolErrorCode.UrlElicitationRequired;
const requiredSchema = z.object({
  elicitations: z
    .array(z.object({ message: z.string(), url: z.string(), elicitationId: z.string() }))
    .min(1)
    .max(10),
});

/**
 * The elicitations of MCP servers during a call. A server does not say which call it asks for: it is taken to be
 * the running one, the oldest of a chat; with calls of several chats nobody is asked.
 */
export class Elicitation {
  readonly #forms: Pick<Forms, 'ask' | 'askToOpen'>;
  readonly #calls = new Map<Server, Set<ToolContext>>();
  readonly #completed = new WeakMap<Server, Map<string, () => void>>();

  constructor(forms: Pick<Forms, 'ask' | 'askToOpen'>) {
    this.#forms = forms;
  }

  /**
   * Notes that a call of a server begins, to which its requests then belong; returns a function that notes its
   * end.
   */
  begun(server: Server, context: ToolContext): () => void {
    const calls = this.#calls.get(server) ?? new Set();
    this.#calls.set(server, calls.add(context));
    return () => void calls.delete(context);
  }

  /** Lets a server ask, by form and link, in both protocols. */
  prepare(client: Client, server: Server): void {
    const completed = new Map<string, () => void>();
    this.#completed.set(server, completed);
    client.registerCapabilities({ elicitation: { form: {}, url: {} } });
    client.setNotificationHandler('notifications/elicitation/complete', ({ params: { elicitationId } }) =>
      completed.get(elicitationId)?.(),
    );
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }): Promise<ElicitResult> => {
      const context = this.#contextOf(server);
      if (context === undefined) {
        server.connection.log.write('It asked something outside of a call; nobody was asked.\n');
        return { action: 'decline' };
      }
      const limits = { signal: context.signal, withdrawn: mcpReq.signal };
      if (params.mode !== 'url') {
        const schema = server.connection.messages.formSchema(params.requestedSchema);
        return answered(
          await this.#forms.ask({ ...aboutOf(server, context, params.message), schema }, limits),
        );
      }
      const reply = await this.#askToOpen(server, context, params, limits);
      // In the 2026 protocol the server hears of it only when the person is done.
      if (reply.action === 'accept' && client.getProtocolEra() === 'modern') await reply.finished;
      return answered(reply);
    });
  }

  /**
   * Has the person open the addresses that a server wants opened before it runs a call, one after another, and
   * waits for each. Returns undefined for any other error, and a failed result if the person refuses.
   */
  async openRequired(
    server: Server,
    context: ToolContext,
    error: unknown,
  ): Promise<{ ok: true } | (ToolResult & { ok: false }) | undefined> {
    if (!(error instanceof ProtocolError) || error.code !== openRequiredCode) return undefined;
    const required = requiredSchema.safeParse(error.data);
    if (!required.success) return undefined;
    for (const asked of required.data.elicitations) {
      const reply = await this.#askToOpen(server, context, asked, { signal: context.signal });
      switch (reply.action) {
        case 'accept':
          await reply.finished;
          break;
        case 'decline':
        case 'cancel':
          return { ok: false, text: 'The user did not open the address that it needs for this.' };
        case 'refused':
          return { ok: false, text: reply.problem };
      }
    }
    return { ok: true };
  }

  #askToOpen(
    server: Server,
    context: ToolContext,
    { message, url, elicitationId }: { message: string; url: string; elicitationId?: string | undefined },
    limits: FormLimits,
  ): Promise<LinkReply> {
    const { promise: completed, resolve } = Promise.withResolvers<void>();
    if (elicitationId !== undefined) this.#completed.get(server)?.set(elicitationId, resolve);
    return this.#forms.askToOpen({ ...aboutOf(server, context, message), url }, { ...limits, completed });
  }

  #contextOf(server: Server): ToolContext | undefined {
    const [first, ...others] = this.#calls.get(server) ?? [];
    return others.every(({ workspaceId }) => workspaceId === first?.workspaceId) ? first : undefined;
  }
}

/** Returns the call that a server asks for, and the asker's name and message. */
function aboutOf(
  server: Server,
  { workspaceId, messageId, toolCallId, asker }: ToolContext,
  message: string,
) {
  return { workspaceId, messageId, toolCallId, who: { agent: asker, server: server.name }, message };
}

function answered(reply: FormReply | LinkReply): ElicitResult {
  switch (reply.action) {
    case 'accept':
      return 'content' in reply ? { action: 'accept', content: reply.content } : { action: 'accept' };
    case 'decline':
    case 'cancel':
      return { action: reply.action };
    case 'refused':
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, reply.problem);
  }
}
