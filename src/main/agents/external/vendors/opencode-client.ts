import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../../shared/thrown-error.ts';
import { textField } from '../json-fields.ts';
import type { Launch } from '../programs/agent-process.ts';
import { OpenCodePermissions } from './opencode-permissions.ts';
import { OpenCodeQuestions } from './opencode-questions.ts';
import type { OpenCodeRequests } from './opencode-requests.ts';
import { OpenCodeServer, type ServerAddress, type ServerEvent, serverUser } from './opencode-server.ts';
import type { ChannelHost, QuestionChannel } from './vendor.ts';

/**
 * Prepares the server that every `opencode acp` runs as a channel for questions: on a free port of this machine, with a
 * password made for this start, and with OpenCode's tool for questions turned on.
 */
export async function openCodeChannel({ env, args, ...launch }: Launch): Promise<QuestionChannel> {
  const address = {
    port: await freePort(),
    password: randomBytes(32).toString('base64url'),
    folder: launch.cwd,
  };
  return {
    launch: {
      ...launch,
      env: {
        ...env,
        OPENCODE_ENABLE_QUESTION_TOOL: '1',
        OPENCODE_SERVER_USERNAME: serverUser,
        OPENCODE_SERVER_PASSWORD: address.password,
      },
      // Two arguments each: `--port=…` would not go before the person's own settings.
      args: [...args, '--port', String(address.port), '--hostname', '127.0.0.1'],
    },
    async open(host) {
      const client = new OpenCodeClient(host, address);
      void host.process.exited.then(() => client.close());
      const problem = await client.problem();
      if (problem === undefined) void client.listen();
      else client.close();
      return problem;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The tries of opening a broken stream of events after which the server counts as gone. */
const mostTries = 6;

/** The events that are read. */
const readEvents =
  /"(question\.\w+|permission\.\w+|session\.idle|message\.part\.updated|server\.(connected|heartbeat))"/;

/** Follows the events of an OpenCode server: questions of its tool, and what its subagents ask permission for. */
class OpenCodeClient {
  readonly #host: ChannelHost;
  readonly #server: OpenCodeServer;
  readonly #questions: OpenCodeQuestions;
  readonly #permissions: OpenCodePermissions;
  #tries = 0;
  /** True where what waits for permission could not be listed. */
  #isUnlisted = false;

  constructor(host: ChannelHost, address: ServerAddress) {
    this.#host = host;
    this.#server = new OpenCodeServer(address, host.onLine);
    const onLost = () => this.#onLost();
    this.#questions = new OpenCodeQuestions(this.#server, host, onLost);
    this.#permissions = new OpenCodePermissions(this.#server, host, onLost);
  }

  /** Returns why the server can't be used, in a few words; undefined where it can. */
  async problem(): Promise<string | undefined> {
    const stranger = await this.#server.request('GET', '/question', { isKnown: false });
    if (stranger.status === 200) return 'it lets anybody in';
    const listed = await this.#server.request('GET', '/question');
    if (listed.status !== 200 || !Array.isArray(listed.body))
      return `it answered ${listed.status ?? 'nothing'} when asked for its questions`;
    const tools = await this.#server.request('GET', '/experimental/tool/ids');
    const asks = Array.isArray(tools.body) && tools.body.includes('question');
    return asks ? undefined : 'this version has no tool for questions over the protocol';
  }

  /** Reads events until it is closed. */
  async listen(): Promise<void> {
    while (!this.#server.isClosed) {
      const broken = new AbortController();
      try {
        for await (const event of this.#server.events(readEvents, broken.signal)) this.#take(event, broken);
      } catch (error) {
        if (!this.#server.isClosed) this.#host.onLine(`questions: ${messageOf(error)}`);
      }
      if (!(await this.#mayTryAgain())) return;
    }
  }

  /** Closes all connections; what waits for the person waits on. */
  close(): void {
    this.#server.close();
    this.#questions.requests.close();
    this.#permissions.requests.close();
  }

  /** Ends the agent: it would wait for ever for answers to what it asks from now on. */
  #onLost(): void {
    this.#host.process.note('Its server for questions stopped answering, so it was ended.');
    void this.#host.process.end();
  }

  async #mayTryAgain(): Promise<boolean> {
    this.#tries += 1;
    if (this.#server.isClosed) return false;
    if (this.#tries > mostTries) {
      this.#onLost();
      return false;
    }
    await pause(25 * 2 ** this.#tries, undefined, { ref: false });
    return !this.#server.isClosed;
  }

  /** `broken` ends the stream. */
  #take({ type, about }: ServerEvent, broken: AbortController): void {
    if (type !== 'server.connected') this.#tries = 0;
    const of = textField(about, 'requestID');
    switch (type) {
      case 'server.connected':
        // From now on nothing is missed.
        return void this.#list(broken);
      case 'question.asked':
        return this.#questions.requests.take(about);
      case 'question.replied':
      case 'question.rejected':
        return this.#questions.requests.withdraw(of);
      case 'permission.asked':
        return this.#permissions.requests.take(about);
      case 'permission.replied':
        this.#permissions.requests.withdraw(of);
        if (this.#isUnlisted) void this.#listPermissions();
        return;
      case 'session.idle':
        return this.#permissions.requests.withdrawOf(textField(about, 'sessionID'));
      case 'message.part.updated':
        return this.#permissions.follow(about['part']);
    }
  }

  /** Asks what came before the stream was open, and withdraws what is over meanwhile. */
  async #list(broken: AbortController): Promise<void> {
    const isListed = await this.#listInto(this.#questions.requests, '/question');
    if (!isListed) return broken.abort(new Error('its questions can’t be read'));
    await this.#listPermissions();
  }

  /** OpenCode 1.18.33 can't list what waits while one of them is about an address without a time limit. */
  async #listPermissions(): Promise<void> {
    this.#isUnlisted = !(await this.#listInto(this.#permissions.requests, '/permission'));
  }

  async #listInto(requests: OpenCodeRequests, path: string): Promise<boolean> {
    const before = requests.waiting();
    const { status, body } = await this.#server.request('GET', path);
    if (status !== 200 || !Array.isArray(body)) return false;
    requests.takeAll(body, before);
    return true;
  }
}
