import { expect, onTestFinished } from 'vitest';
import type { AppEvent, AppState } from '../../../src/shared/contract/app-state.ts';
import type { FeedItem } from '../../../src/shared/contract/feed.ts';
import type { Form, FormAnswer } from '../../../src/shared/forms/form.ts';
import { linkAddress } from '../../../src/shared/forms/form-text.ts';
import type { ServerInfo } from '../../../src/shared/mcp-servers/server-info.ts';
import { modernEcho } from './echo-servers.ts';
import { signInServer } from './oauth-server.ts';
import { serversChat } from './servers-chat.ts';

/** An MCP server that people sign in at, until the test ends. */
export async function served(...given: Parameters<typeof signInServer>) {
  const server = await signInServer(...given);
  onTestFinished(server.close);
  return server;
}

export const modern = () => served(modernEcho());

export const accept: FormAnswer = { action: 'accept', entries: [] };

export function addressOf({ subject }: Form): string {
  if (subject.type !== 'link') throw new Error('This is no link.');
  return linkAddress(subject);
}

/** Follows an address as a browser does, to the page that it ends at. */
export async function visited(address: string): Promise<{ status: number; text: string; url: string }> {
  const response = await fetch(address);
  return { status: response.status, text: await response.text(), url: response.url };
}

/** A chat that uses a server at an address, called `far`, by the transport of its type where one is given. */
export async function chatAt(
  url: string,
  { type, ...options }: Parameters<typeof serversChat>[1] & { type?: string } = {},
) {
  const chat = await serversChat({ far: { url, ...(type !== undefined && { type }) } }, options);
  return {
    ...chat,
    /** Has the agent ask for a sign in, up to its card. */
    async signsIn(): Promise<Form> {
      await chat.calls('far__sign_in', {});
      return chat.form();
    },
    async signedIn(): Promise<void> {
      const form = await this.signsIn();
      await chat.answerForm(form, accept);
      expect((await visited(addressOf(form))).text).toContain('You are signed in to far');
      expect(await chat.result()).toMatchObject({ ok: true });
    },
    async echoes(): Promise<void> {
      await chat.calls('far__echo', { text: 'wren' });
      await chat.asked();
      await chat.answers('once');
    },
    far: async () => (await chat.overview()).servers[0],
    /** The server as soon as it is as wanted. */
    async untilFar(isWanted: (far: ServerInfo) => boolean): Promise<ServerInfo> {
      for await (const item of await chat.client().app.watch({})) {
        const [far] = serversOf(item);
        if (far !== undefined && isWanted(far)) return far;
      }
      throw new Error('The feed ended before the server was as wanted.');
    },
  };
}

function serversOf(item: FeedItem<AppState, AppEvent>): readonly ServerInfo[] {
  if (item.type === 'snapshot') return item.state.servers.servers;
  return item.event.type === 'servers-changed' ? item.event.servers.servers : [];
}

/** Returns the address that Settings has for a sign in that is under way. */
export async function addressIn(chat: Awaited<ReturnType<typeof chatAt>>): Promise<string> {
  const { signIn } = (await chat.far()) ?? {};
  if (signIn === null || signIn === undefined) throw new Error('Nobody is asked to sign in.');
  return linkAddress(signIn);
}
