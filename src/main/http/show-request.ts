import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { messageOf } from '../../shared/thrown-error.ts';

const place = z.string().min(1).max(4_096).optional();
const showSchema = z.object({ workspace: place, link: place });

/** What a start is to open: a folder, or the workspace of a link. */
type ShowTarget = { workspace?: string | undefined; link?: string | undefined };

/** Comes to the front and opens the target; returns the problem for a person, if any. */
export type Show = (target: ShowTarget) => Promise<string | undefined>;

type Opener = { openFolder(folder: string): unknown; openLink(link: string): string | undefined };

/** Opens the target; returns the problem for a person, if any. */
export function openTarget(parley: Opener, { workspace, link }: ShowTarget): string | undefined {
  try {
    if (workspace !== undefined) parley.openFolder(workspace);
    return link === undefined ? undefined : parley.openLink(link);
  } catch (error) {
    return messageOf(error);
  }
}

/** Reads the target that a second start of the desktop passes on; empty where it is malformed. */
export function parseShowTarget(data: unknown): ShowTarget {
  return showSchema.safeParse(data).data ?? {};
}

/** Shows a target in a window; a link is opened by the window's page, which also says where it leads nowhere. */
export function showInWindow(
  parley: Opener,
  window: { show(): void; send(message: { type: 'link'; link: string }): void },
): Show {
  return async ({ workspace, link }) => {
    if (link === undefined) window.show();
    else window.send({ type: 'link', link });
    return openTarget(parley, { workspace });
  };
}

const maxBodyBytes = 64 * 1024;

function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', reject);
  });
}

function parse(body: string) {
  try {
    return showSchema.safeParse(JSON.parse(body));
  } catch {
    return showSchema.safeParse(undefined);
  }
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(text);
}

/** `POST /companion/show {workspace?, link?}`: the request of a second start to the running one. */
export async function answerShowRequest(
  request: IncomingMessage,
  response: ServerResponse,
  show: Show,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) return answer(response, 413, 'The request is too long.');
  const parsed = parse(body);
  if (!parsed.success)
    return answer(response, 400, 'The request is not {"workspace": folder, "link": link}.');
  const problem = await show(parsed.data);
  return problem === undefined ? answer(response, 200, '') : answer(response, 422, problem);
}
