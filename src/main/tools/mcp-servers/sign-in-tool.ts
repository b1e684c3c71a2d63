import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { messageOf } from '../../../shared/thrown-error.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { Forms } from '../../forms/forms.ts';
import type { Server } from '../../mcp-servers/server.ts';
import type { SignInEnd } from '../../mcp-servers/sign-in/sign-in-flow.ts';
import type { StartTimer } from '../../clock.ts';
import { type AgentTool, toolOf } from '../tool.ts';

/** The time that a person has in their browser once they have opened the address, in milliseconds. */
const patience = 15 * 60_000;

export type SignInToolParts = { forms: Pick<Forms, 'askToOpen'>; after: StartTimer };

/** The tool by which a model has the person sign in to a server that offers nothing before. */
export function signInTool(name: string, server: Server, parts: SignInToolParts): AgentTool {
  return toolOf({
    name,
    kind: 'plain',
    description: `The MCP server ${server.name} offers its tools only after the user has signed in. Shows them the address to do that, and waits. Call it when something of ${server.name} is needed.`,
    inputSchema: z.object({}),
    run: (_, context) => signIn(server, context, parts),
  });
}

/** Has the person sign in to a server; the result says how that ended. */
export async function signIn(
  server: Server,
  context: ToolContext,
  parts: SignInToolParts,
): Promise<ToolResult> {
  const { name, connection } = server;
  if (connection.state().type !== 'sign-in') return { ok: true, text: `${name} can be used already.` };
  const end = await askedToSignIn(server, context, parts);
  context.signal.throwIfAborted();
  switch (end.type) {
    case 'signed-in':
      return { ok: true, text: `The user signed in to ${name}. Its tools are there from your next step on.` };
    case 'denied':
      return { ok: false, text: `In the browser, access to ${name} was denied.` };
    case 'failed':
      return { ok: false, text: `Signing in to ${name} failed. ${end.problem}` };
    case 'given-up':
      return { ok: false, text: `Nobody signed in to ${name}, and it is no longer waited for.` };
    case 'decline':
      return { ok: false, text: `The user does not want to sign in to ${name}.` };
    case 'cancel':
      return { ok: false, text: `The user did not sign in to ${name}.` };
  }
}

type AskedEnd = SignInEnd | { type: 'decline' | 'cancel' };

async function askedToSignIn(
  { name, signIn: server }: Server,
  { workspaceId, messageId, toolCallId, asker, signal }: ToolContext,
  { forms, after }: SignInToolParts,
): Promise<AskedEnd> {
  if (server === undefined) return { type: 'failed', problem: 'It has no sign in.' };
  const wait = await server.begin().catch((error: unknown) => messageOf(error));
  if (typeof wait === 'string') return { type: 'failed', problem: wait };
  let callOff = (): void => {};
  try {
    const { promise: isOver, resolve: over } = Promise.withResolvers<SignInEnd>();
    const ended = Promise.race([wait.ended, isOver]);
    // Somebody may sign in from Settings, or by the address in another chat, before this card is answered.
    const asked = new AbortController();
    const about = { workspaceId, messageId, toolCallId, who: { agent: asker, server: name } };
    const message = `Sign in, so that chats can use **${plain(name)}**.`;
    void wait.ended.then(() => asked.abort());
    const reply = await forms.askToOpen(
      { ...about, message, url: wait.address, signIn: true },
      { signal, withdrawn: asked.signal, completed: ended },
    );
    switch (reply.action) {
      case 'accept':
        callOff = after(patience, () => over({ type: 'given-up' }));
        void reply.finished.then(() => over({ type: 'given-up' }));
        return await ended;
      case 'refused':
        return { type: 'failed', problem: reply.problem };
      case 'decline':
        return { type: 'decline' };
      case 'cancel':
        return asked.signal.aborted ? await wait.ended : { type: 'cancel' };
    }
  } finally {
    callOff();
    wait.leave();
  }
}

/** A name without what Markdown would read. */
function plain(name: string): string {
  return name.replaceAll(/[\\`*_[\]<>!#|~&]/g, (character) => `\\${character}`);
}
