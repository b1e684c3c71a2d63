import {
  type Client,
  type ElicitResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { FormReply, LinkReply } from '../../forms/form-request.ts';
import type { Forms } from '../../forms/forms.ts';
import type { Server } from '../../mcp-servers/mcp-servers.ts';

/**
 * What servers ask the person while a call of theirs runs. A server does not say which call it asks for: that is
 * the one that runs, or the oldest of a chat; with calls of several chats nobody is asked.
 */
export class Elicitation {
  readonly #forms: Pick<Forms, 'ask' | 'askToOpen'>;
  readonly #calls = new Map<Server, Set<ToolContext>>();

  constructor(forms: Pick<Forms, 'ask' | 'askToOpen'>) {
    this.#forms = forms;
  }

  /** Notes that a call of a server begins; returns what notes its end. */
  begun(server: Server, context: ToolContext): () => void {
    const calls = this.#calls.get(server) ?? new Set();
    this.#calls.set(server, calls.add(context));
    return () => void calls.delete(context);
  }

  /** Lets a server ask, in both ways and both protocols. */
  prepare(client: Client, server: Server): void {
    const completed = new Map<string, () => void>();
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
      const { workspaceId, messageId, toolCallId, asker, signal } = context;
      const who = { agent: asker, server: server.name };
      const about = { workspaceId, messageId, toolCallId, who, message: params.message };
      const limits = { signal, withdrawn: mcpReq.signal };
      if (params.mode !== 'url')
        return answered(
          await this.#forms.ask(
            { ...about, schema: server.connection.forms.schemaOf(params.requestedSchema) },
            limits,
          ),
        );
      const { url, elicitationId } = params;
      const { promise, resolve } = Promise.withResolvers<void>();
      if (elicitationId !== undefined) completed.set(elicitationId, resolve);
      const reply = await this.#forms.askToOpen({ ...about, url }, { ...limits, completed: promise });
      // Of today's protocol the server hears no sooner than when the person is done.
      if (reply.action === 'accept' && client.getProtocolEra() === 'modern') await reply.finished;
      return answered(reply);
    });
  }

  #contextOf(server: Server): ToolContext | undefined {
    const [first, ...others] = this.#calls.get(server) ?? [];
    return others.every(({ workspaceId }) => workspaceId === first?.workspaceId) ? first : undefined;
  }
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
