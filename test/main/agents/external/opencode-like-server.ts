import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

const replySchema = z.object({ answers: z.array(z.array(z.string())) });

const permissionReplySchema = z.object({
  reply: z.enum(['once', 'always', 'reject']),
  message: z.string().optional(),
});

type PermissionReply = z.infer<typeof permissionReplySchema>;

/** What a subagent asks permission for, as the server lists it. */
export type AskedToAct = {
  id: string;
  sessionID: string;
  permission: string;
  patterns: string[];
  metadata: Record<string, unknown>;
  always: string[];
  tool: { messageID: string; callID: string };
};

/** A question as the server lists it. */
type Listed = { id: string; sessionID: string };

/** The answer to a question as the server gets it: the lists of its answer, or null for a rejection. */
type Answer = string[][] | null;

/**
 * The server that OpenCode 1.18.33 runs next to ACP, as far as it is about questions and its subagents' permissions:
 * `GET /event`, the lists of what waits, and the posts that answer, behind Basic authentication. Events, lists and
 * answers are as the real one's were recorded.
 */
export class OpenCodeLikeServer {
  readonly #streams = new Set<ServerResponse>();
  readonly #listed = new Map<string, Listed>();
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  readonly #acting = new Map<string, { asked: AskedToAct; reply: (reply: PermissionReply) => void }>();
  /** The inputs of calls, by their ids. */
  readonly #inputs = new Map<string, unknown>();
  /** The posts that came, in their order. */
  readonly posts: string[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /**
   * `refuses` everybody, is `open` to anybody, has `no-tool` for questions, `breaks-off` after a reply to a subagent; any other
   * is as it should be.
   */
  readonly #way: string;
  readonly #password: string;

  constructor(port: number, password: string, way: string) {
    this.#way = way;
    this.#password = password;
    this.#server.listen(port, '127.0.0.1');
  }

  /** Adds a question; resolves with its answer. */
  list(question: Listed): Promise<Answer> {
    this.#listed.set(question.id, question);
    return new Promise((resolve) => this.#waiting.set(question.id, resolve));
  }

  /** Has a subagent's call of this input ask for permission; resolves with the reply. It is told of here alone. */
  askToAct(asked: AskedToAct, input: unknown): Promise<PermissionReply> {
    this.#inputs.set(asked.tool.callID, input);
    return new Promise((reply) => {
      this.#acting.set(asked.id, { asked, reply });
      this.emit('permission.asked', asked);
    });
  }

  /** Lets go of what a subagent asked, which has ended: its session comes to rest, and no reply is told of. */
  restChild(): void {
    this.#acting.clear();
    this.emit('session.idle', { sessionID: 'ses_child' });
  }

  /** Replies to a permission, as a person at another client of the server does. */
  replyTo(id: string, reply: PermissionReply): boolean {
    const acting = this.#acting.get(id);
    if (!this.#acting.delete(id)) return false;
    this.emit('permission.replied', { sessionID: 'ses_child', requestID: id, reply: reply.reply });
    acting?.reply(reply);
    return true;
  }

  /** Lets go of a question without a word. */
  forget(id: string): void {
    this.#listed.delete(id);
  }

  emit(type: string, properties: unknown): void {
    this.write(`data: ${JSON.stringify({ id: `evt_${randomUUID()}`, type, properties })}\n\n`);
  }

  /** Writes to all who listen. */
  write(text: string): void {
    for (const stream of this.#streams) stream.write(text);
  }

  /** Breaks the streams of events. */
  drop(): void {
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const known = `Basic ${btoa(`opencode:${this.#password}`)}`;
    const isKnown = request.headers.authorization === known && this.#way !== 'refuses';
    if (!isKnown && this.#way !== 'open') return void response.writeHead(401).end();
    if (path === '/experimental/tool/ids')
      return void json(this.#way === 'no-tool' ? ['bash'] : ['question', 'bash']);
    if (path === '/permission') return this.#listPermissions(json);
    const [, acting] = /^\/permission\/([^/]+)\/reply$/.exec(path) ?? [];
    if (acting !== undefined) {
      this.posts.push(`${body} ${acting}`);
      const isThere = this.replyTo(acting, permissionReplySchema.parse(JSON.parse(body)));
      // The connection breaks after the reply has come.
      if (this.#way === 'breaks-off' && isThere) return void request.socket.destroy();
      return void (isThere ? json(true) : json({ _tag: 'PermissionNotFoundError', requestID: acting }, 404));
    }
    if (path === '/question') return void json([...this.#listed.values()]);
    if (path === '/session/ses_child')
      return void json({ id: 'ses_child', parentID: 'ses_own', agent: 'general' });
    if (path === '/session/ses_child/message/msg_child') {
      const parts = [...this.#inputs].map(([callID, input]) => ({ type: 'tool', callID, state: { input } }));
      return void json({ info: {}, parts });
    }
    if (path.startsWith('/session/')) return void json({ id: path.slice(9) });
    if (path === '/event') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"server.connected","properties":{}}\n\n');
      this.#streams.add(response);
      return;
    }
    const [, id = '', what] = /^\/question\/([^/]+)\/(reply|reject)$/.exec(path) ?? [];
    this.posts.push(`${what} ${id}`);
    if (!this.#listed.delete(id)) return void json({ _tag: 'QuestionNotFoundError' }, 404);
    json(true);
    const sessionID = 'ses_own';
    this.emit(what === 'reply' ? 'question.replied' : 'question.rejected', { sessionID, requestID: id });
    this.#waiting.get(id)?.(what === 'reply' ? replySchema.parse(JSON.parse(body)).answers : null);
  }

  /** It fails where one of them is about an address without a time limit. */
  #listPermissions(json: (value: unknown, status?: number) => unknown): void {
    const listed = [...this.#acting.values()].map(({ asked }) => asked);
    const isBroken = listed.some(({ permission }) => permission === 'webfetch');
    void (isBroken ? json({ name: 'BadRequest' }, 400) : json(listed));
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
