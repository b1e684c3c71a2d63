import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { readInput } from '../../../shared/dialects/tool-input.ts';
import { permissionRefusalText } from '../../../shared/permissions/permission-text.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import { type CustomTools, plainName } from '../../custom-tools/custom-tools.ts';
import type { ListedTool, StagedMessage } from '../../custom-tools/tool-messages.schema.ts';
import type { ToolProcess } from '../../custom-tools/tool-process.ts';
import { diskProblem } from '../../folder/apply-edit.ts';
import { editableFile, refuseReadOnly } from '../../folder/writable-file.ts';
import { currentText, refuseTooLarge, ToolError } from '../../folder/file-content.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { refuseIllFormed } from '../../folder/ill-formed.ts';
import { isWithheld } from '../../folder/withheld.ts';
import { shortened } from '../../mcp-servers/call-result.ts';
import { plainBySchema } from '../../mcp-servers/schema-check.ts';
import type { Permissions } from '../../permissions/permissions.ts';
import { stagedFile, type StageEdits } from '../../previews/edits/stage-edits.ts';
import type { HandlerResult, ResolveCallbacks } from '../../previews/resolve-handler.ts';
import type { ResolveQueue } from '../../previews/resolve-queue.ts';
import type { Origin } from '../../previews/staged-action.ts';
import type { StagedFile } from '../../storage/action-store.ts';
import { offeredSchema } from '../mcp/server-schema.ts';
import type { AgentTool, ToolChat, ToolSource } from '../tool.ts';

/** The custom tools of a chat; in Plan mode only those that declare themselves read-only. */
export class CustomToolSource implements ToolSource {
  readonly #tools: CustomTools;
  readonly #deps: CustomToolDeps;

  constructor(tools: CustomTools, deps: CustomToolDeps) {
    this.#tools = tools;
    this.#deps = deps;
  }

  async tools({ workspaceId, folder, mode }: ToolChat): Promise<readonly AgentTool[]> {
    const running = await this.#tools.of(workspaceId, folder);
    if (running === undefined) return [];
    return running.tools
      .filter(({ name, readOnly }) => plainName.test(name) && (mode === 'exec' || readOnly))
      .map((tool) => customTool(tool, running.process, this.#deps));
  }

  async find(name: string, chat: ToolChat): Promise<AgentTool | undefined> {
    return (await this.tools(chat)).find((tool) => tool.name === name);
  }
}

/** How much of a tool's description a model gets, in characters. */
const longestDescription = 2_000;

const inputSchema = z.record(z.string(), z.unknown());

export type CustomToolDeps = {
  permissions: Pick<Permissions, 'begin' | 'outcome'>;
  stage: StageCustom;
  now: () => number;
};

/** A custom tool for the model; each call asks for permission. */
function customTool(tool: ListedTool, process: ToolProcess, deps: CustomToolDeps): AgentTool {
  return {
    name: tool.name,
    kind: 'preview',
    description: tool.description.slice(0, longestDescription),
    inputSchema,
    jsonSchema: offeredSchema(tool.parameters),
    run: (input, context) => call(tool, process, input, context, deps),
  };
}

/** Asks, runs the tool in its process, and stages what it pushed; a failure is a failed result. */
async function call(
  { name, file, parameters }: ListedTool,
  process: ToolProcess,
  raw: unknown,
  context: ToolContext,
  { permissions, stage, now }: CustomToolDeps,
): Promise<ToolResult> {
  const known = stage.stagedBy(context);
  if (known !== undefined) return { ok: true, text: stagedText(known) };
  const parsed = readInput(inputSchema, raw ?? {});
  if (!parsed.success) return { ok: false, text: 'The input has to be an object.' };
  const input = plainBySchema(parameters, parsed.data);
  const text = `The custom tool ${file} runs with your rights.\n\n${JSON.stringify(input, null, 2)}`;
  const outcome = await context.permit({ type: 'other', title: `Run ${name}`, text });
  if (outcome.type !== 'allowed') {
    const refused = permissionRefusalText(outcome);
    return { ok: false, text: refused, ...(outcome.type === 'denied' && outcome.stop && { endsTurn: true }) };
  }
  if (!process.isAlive)
    return { ok: false, text: `${name} was changed while the person was asked. Nothing was run.` };
  permissions.begin(context);
  const startedAt = now();
  const pushed: StagedMessage[] = [];
  try {
    const end = await process.ask(
      { type: 'call', tool: name, input },
      { signal: context.signal, onStaged: (one) => void (pushed.length === 0 && pushed.push(one)) },
    );
    if (end.type === 'lost')
      return { ok: false, text: `${name} did not finish. ${end.why} Nobody knows how far it came.` };
    if (!end.ok) return { ok: false, text: shortened(`${name} failed: ${end.text}`) };
    const [staged] = pushed;
    if (staged === undefined) return { ok: true, text: shortened(end.text || '(It returned nothing.)') };
    const label = await stage.stage(name, staged, process, context);
    return { ok: true, text: shortened([stagedText(label), end.text].filter(Boolean).join('\n')) };
  } catch (error) {
    context.signal.throwIfAborted();
    const problem = error instanceof ToolError ? error.message : diskProblem(error);
    if (problem === undefined) throw error;
    return { ok: false, text: problem };
  } finally {
    permissions.outcome(context, { exitCode: null, durationMs: now() - startedAt });
  }
}

function stagedText(label: string): string {
  return `Preview: ${label}. Nothing is applied yet.`;
}

/** The arguments of a callback of `resolve`. */
type Given = Parameters<ResolveCallbacks['apply']>;

type Files = readonly { path: string; before: string | null; after: string | null }[];

/** Stages what custom tools push: Parley applies files, the tool itself anything else. */
export class StageCustom {
  readonly #queue: ResolveQueue;
  readonly #edits: StageEdits;

  constructor(queue: ResolveQueue, edits: StageEdits) {
    this.#queue = queue;
    this.#edits = edits;
  }

  /** Returns the label of what a call staged before a restart. */
  stagedBy({ workspaceId, toolCallId }: Origin): string | undefined {
    return this.#queue.stagedBy(workspaceId, toolCallId)?.shown.label;
  }

  /** Stages what a call pushed and returns its label; throws a ToolError. */
  stage(tool: string, pushed: StagedMessage, process: ToolProcess, context: ToolContext): Promise<string> {
    refuseIllFormed(pushed);
    const { preview } = pushed;
    return this.#edits.exclusively(context.workspaceId, async () => {
      if ('markdown' in preview) return this.#stageOwn(tool, preview.markdown, pushed, process, context);
      if (pushed.applies) return this.#stageOwn(tool, diffsOf(preview.files), pushed, process, context);
      const files = await Promise.all(preview.files.map((file) => this.#file(file, context)));
      context.signal.throwIfAborted();
      return this.#edits.stage(context, tool, files, pushed.label).action.shown.label;
    });
  }

  /** Stages a preview that the tool applies itself, as long as its process runs. */
  #stageOwn(
    tool: string,
    markdown: string,
    { id, label, applies, rejects, details }: StagedMessage,
    process: ToolProcess,
    context: ToolContext,
  ): string {
    const decide = (decision: 'apply' | 'reject', ...[reason, extra, signal]: Given) =>
      decided(tool, process, { type: 'decide', of: id, decision, reason, extra }, signal);
    const apply: ResolveCallbacks['apply'] = async (...given) => {
      const { text } = applies ? await decide('apply', ...given) : { text: '' };
      return { text: [`Applied: ${label}.`, text].filter(Boolean).join('\n'), details };
    };
    const reject: ResolveCallbacks['reject'] = async (...given) => {
      const { text } = await decide('reject', ...given);
      return text === '' ? undefined : { text, details };
    };
    const { shown } = this.#queue.queueResolveHandler(context, {
      label,
      sourceToolName: tool,
      preview: { type: 'custom', tool, markdown, applies },
      content: { type: 'custom' },
      apply,
      ...(rejects && { reject }),
    });
    return shown.label;
  }

  async #file({ path, before, after }: Files[number], context: ToolContext): Promise<StagedFile> {
    const place = await editableFile(context.folder, path, context.signal);
    const onDisk = await currentText(place.path, place.shown);
    if (onDisk !== before)
      throw new ToolError(`${place.shown} is not what the tool says it was. Nothing was staged.`);
    if (onDisk !== null) await refuseReadOnly(place.path, place.shown);
    if (after !== null) refuseTooLarge(after, place.shown);
    if (after === before) throw new ToolError(`${place.shown} already is like that. Nothing was staged.`);
    const inStep = this.#edits.fileInStep(context, place.shown);
    if (inStep !== undefined)
      throw new ToolError(`${place.shown} is in a preview of this answer already. Nothing was staged.`);
    const withheld = isWithheld(context, place);
    return stagedFile(place, { onDisk, inStep, after, withheld });
  }
}

async function decided(
  tool: string,
  process: ToolProcess,
  asked: Parameters<ToolProcess['ask']>[0],
  signal: AbortSignal | undefined,
): Promise<HandlerResult> {
  if (!process.isAlive)
    throw new ToolError(`${tool} no longer runs, so this can’t be applied. Call it again.`);
  // Not after the tool has begun: nobody would know what an abort leaves behind.
  signal?.throwIfAborted();
  const end = await process.ask(asked, {});
  if (end.type === 'lost')
    throw new ToolError(`${tool} did not finish. ${end.why} Nobody knows how far it came.`);
  // What the tool threw; `resolve` words it for the model.
  if (!end.ok) throw new Error(end.text);
  return { text: end.text };
}

/** Returns changes of files as Markdown. */
function diffsOf(files: Files): string {
  const diffs = files.map((file) => {
    const { path, change, hunks } = fileDiff(file);
    const lines = hunks.flatMap((hunk) => hunk.lines);
    const longest = Math.max(2, ...[...lines.join('\n').matchAll(/`+/g)].map(([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    return `**${path.replaceAll(/[*_`\\[\]<>]/g, String.raw`\$&`)}** (${change})\n\n${fence}diff\n${lines.join('\n')}\n${fence}`;
  });
  const text = diffs.join('\n\n');
  if (text.length > 100_000) throw new ToolError('The preview is too long. Push fewer files at once.');
  return text;
}
