import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { messageOf } from '../../../shared/thrown-error.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { Forms } from '../../forms/forms.ts';
import { SignInNeeded } from '../../mcp-servers/server-unusable.ts';
import type { Server } from '../../mcp-servers/server.ts';
import type { SignInEnd } from '../../mcp-servers/sign-in/server-sign-in.ts';
import type { StartTimer } from '../../clock.ts';
import { type AgentTool, toolOf } from '../tool.ts';

/** How long a person has in their browser after opening the address, in milliseconds. */
const patience = 15 * 60_000;

export type SignInToolDeps = { forms: Pick<Forms, 'askToOpen'>; after: StartTimer };

/** The tool by which a model has the person sign in to a server that offers nothing before. */
export function signInTool(name: string, server: Server, deps: SignInToolDeps): AgentTool {
  return toolOf({
    name,
    kind: 'plain',
    description: `The MCP server ${server.name} offers its tools only after the user has signed in. Shows them the address to do that, and waits. Call it when something of ${server.name} is needed.`,
    inputSchema: z.object({}),
    run: (_, context) => signIn(server, context, deps),
  });
}

/** Has the person sign in to a server; the result says how that ended. */
export async function signIn(
  server: Server,
  context: ToolContext,
  deps: SignInToolDeps,
): Promise<ToolResult> {
  const { name } = server;
  const before = await usability(server);
  context.signal.throwIfAborted();
  if (before.type === 'usable') return { ok: true, text: `${name} can be used already.` };
  if (before.type === 'unusable') return { ok: false, text: `${name} can’t be used now. ${before.problem}` };
  const end = await askedToSignIn(server, context, deps);
  context.signal.throwIfAborted();
  switch (end.type) {
    case 'signed-in':
      return signedIn(name, await usability(server));
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

type Usability = { type: 'usable' | 'sign-in' } | { type: 'unusable'; problem: string };

/** Waits for a starting server, as it is once somebody has signed in. */
function usability({ connection }: Server): Promise<Usability> {
  return connection.use().then(
    () => ({ type: 'usable' }),
    (error: unknown) =>
      error instanceof SignInNeeded ? { type: 'sign-in' } : { type: 'unusable', problem: messageOf(error) },
  );
}

function signedIn(name: string, now: Usability): ToolResult {
  const said = `The user signed in to ${name}`;
  switch (now.type) {
    case 'usable':
      return { ok: true, text: `${said}. Its tools are there from your next step on.` };
    case 'sign-in':
      return { ok: false, text: `${said}, and it wants a sign in all the same.` };
    case 'unusable':
      return { ok: false, text: `${said}, but it can’t be used now. ${now.problem}` };
  }
}

type AskedEnd = SignInEnd | { type: 'decline' | 'cancel' };

async function askedToSignIn(
  { name, signIn: server }: Server,
  { workspaceId, messageId, toolCallId, asker, signal }: ToolContext,
  { forms, after }: SignInToolDeps,
): Promise<AskedEnd> {
  if (server === undefined) return { type: 'failed', problem: 'It has no sign in.' };
  const wait = await server.begin().catch((error: unknown) => messageOf(error));
  if (typeof wait === 'string') return { type: 'failed', problem: wait };
  let callOff = (): void => {};
  try {
    const { promise: isOver, resolve: over } = Promise.withResolvers<SignInEnd>();
    const ended = Promise.race([wait.ended, isOver]);
    // Aborts this card if somebody signs in from Settings, or by the address in another chat, before it is
    // answered.
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

/** Removes what Markdown would interpret. */
function plain(name: string): string {
  return name.replaceAll(/[\\`*_[\]<>!#|~&]/g, (character) => `\\${character}`);
}
