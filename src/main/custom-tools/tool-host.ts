import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { HostMessage, HostRequest, StagedPreview } from './tool-messages.schema.ts';

// Entry of the process that runs a chat's custom tools: `tool-host <folder> <file>…`. Requests are lines on
// standard input, messages are lines on file descriptor 3; what tools print is dropped.

type Callback = (reason: string, extra: Record<string, unknown> | undefined) => unknown;
type Pushed = StagedPreview & { apply?: Callback; reject?: Callback };

/** What a tool gets beside its input. */
type Context = { folder: string; signal: AbortSignal; pushPendingAction(pushed: Pushed): void };

type LoadedTool = {
  name: string;
  description: string;
  parameters: unknown;
  readOnly?: boolean;
  execute(input: unknown, context: Context): unknown;
};

/** The longest result, in characters. */
const longestResult = 1_000_000;

const [folder = '', ...files] = process.argv.slice(2);
const output = createWriteStream('', { fd: 3 });
const tools = new Map<string, LoadedTool>();
const calls = new Map<number, AbortController>();
const callbacks = new Map<number, { apply?: Callback; reject?: Callback }>();

function send(message: HostMessage): void {
  output.write(`${JSON.stringify(message)}\n`);
}

function isModule(loaded: unknown): loaded is { default?: unknown } {
  return typeof loaded === 'object' && loaded !== null;
}

/** Checks the type alone: Parley itself writes requests. */
function isRequest(value: unknown): value is HostRequest {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isTool(value: unknown): value is LoadedTool {
  if (typeof value !== 'object' || value === null) return false;
  const { name, description, parameters, execute } = value as Partial<LoadedTool>;
  return (
    typeof name === 'string' &&
    typeof description === 'string' &&
    typeof parameters === 'object' &&
    parameters !== null &&
    typeof execute === 'function'
  );
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns a tool's result as text: a string itself, the texts of a `content`, else JSON. */
function textOf(result: unknown): string {
  if (typeof result === 'string') return result.slice(0, longestResult);
  if (result === undefined || result === null) return '';
  const { content } = result as { content?: unknown };
  const text = Array.isArray(content)
    ? content.map(({ text }: { text?: unknown }) => (typeof text === 'string' ? text : '')).join('\n')
    : (JSON.stringify(result, null, 2) ?? '');
  return text.slice(0, longestResult);
}

async function answer(id: number, work: () => unknown): Promise<void> {
  try {
    send({ type: 'result', id, ok: true, text: textOf(await work()) });
  } catch (error) {
    send({ type: 'result', id, ok: false, text: errorText(error).slice(0, longestResult) });
  }
}

async function call({ id, tool, input }: Extract<HostRequest, { type: 'call' }>): Promise<void> {
  const aborting = new AbortController();
  calls.set(id, aborting);
  let hasPushed = false;
  function pushPendingAction({ label, preview, details, apply, reject }: Pushed): void {
    if (hasPushed) throw new Error('A call can push one pending action only.');
    hasPushed = true;
    callbacks.set(id, { ...(apply && { apply }), ...(reject && { reject }) });
    const has = { applies: apply !== undefined, rejects: reject !== undefined };
    send({ type: 'staged', id, label, preview, details, ...has });
  }
  const context = { folder, signal: aborting.signal, pushPendingAction };
  await answer(id, () => tools.get(tool)?.execute(input, context));
  calls.delete(id);
}

function take(request: HostRequest): void {
  switch (request.type) {
    case 'call':
      void call(request);
      return;
    case 'cancel':
      calls.get(request.id)?.abort();
      return;
    case 'decide': {
      const found = callbacks.get(request.of)?.[request.decision];
      void answer(request.id, () => found?.(request.reason, request.extra));
    }
  }
}

function takeLine(line: string): void {
  const request: unknown = JSON.parse(line);
  if (isRequest(request)) take(request);
}

async function load(): Promise<void> {
  const problems: { file: string; place: number; problem: string }[] = [];
  const listed: Extract<HostMessage, { type: 'loaded' }>['tools'] = [];
  for (const [place, path] of files.entries()) {
    const file = basename(path);
    try {
      const loaded: unknown = await import(pathToFileURL(path).href);
      const tool = isModule(loaded) ? loaded.default : undefined;
      if (!isTool(tool)) throw new Error('It exports no tool by default.');
      if (tools.has(tool.name)) throw new Error(`There is another tool called ${tool.name}.`);
      tools.set(tool.name, tool);
      const { name, description, parameters, readOnly = false } = tool;
      listed.push({ file, place, name, description, parameters, readOnly });
    } catch (error) {
      problems.push({ file, place, problem: errorText(error) });
    }
  }
  send({ type: 'loaded', tools: listed, problems });
}

createInterface({ input: process.stdin })
  .on('line', (line) => takeLine(line))
  .on('close', () => process.exit());
void load();
