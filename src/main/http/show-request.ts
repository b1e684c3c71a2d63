import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { messageOf } from '../message-of.ts';

const showSchema = z.object({ workspace: z.string().min(1).max(4_096).optional() });

/** Comes to the front and opens the folder, if one is named; returns what is in the way, in plain words. */
export type Show = (workspace: string | undefined) => Promise<string | undefined>;

/** Opens a folder; returns what is in the way, in plain words. */
export function openOrSayWhyNot(
  parley: { openFolder(folder: string): unknown },
  folder: string,
): string | undefined {
  try {
    parley.openFolder(folder);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
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

/** `POST /companion/show {workspace?}`: what a second start asks of the one that runs. */
export async function answerShowRequest(
  request: IncomingMessage,
  response: ServerResponse,
  show: Show,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) return answer(response, 413, 'The request is too long.');
  const parsed = parse(body);
  if (!parsed.success) return answer(response, 400, 'The request is not {"workspace": folder}.');
  const problem = await show(parsed.data.workspace);
  return problem === undefined ? answer(response, 200, '') : answer(response, 422, problem);
}
