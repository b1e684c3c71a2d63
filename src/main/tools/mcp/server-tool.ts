import { createHash } from 'node:crypto';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, type Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { readInput } from '../../../shared/dialects/tool-input.ts';
import type { ImageAttachment } from '../../../shared/transcript/attachment.ts';
import { permissionRefusalText } from '../../../shared/permissions/permission-text.ts';
import { messageOf } from '../../../shared/thrown-error.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import { readResult, type SentImage } from '../../mcp-servers/call-result.ts';
import { isBrokenOff } from '../../mcp-servers/http-transport.ts';
import { checkSchema, plainBySchema } from '../../mcp-servers/schema-check.ts';
import type { Server } from '../../mcp-servers/server.ts';
import { SignInNeeded } from '../../mcp-servers/server-unusable.ts';
import type { Permissions } from '../../permissions/permissions.ts';
import type { AgentTool } from '../tool.ts';
import { offeredSchema } from './server-schema.ts';
import type { Elicitation } from './elicitation.ts';
import { signIn, type SignInToolDeps } from './sign-in-tool.ts';

/** How much of a server's description of a tool a model gets, in characters. */
const longestDescription = 2_000;

const changedText = 'This tool was changed by its server while the person was asked. Nothing was called.';

const inputSchema = z.record(z.string(), z.unknown());

/** The images of a result that are kept, and a line for the model about each that is not. */
export type KeptImages = { kept: ImageAttachment[]; problems: string[] };

export type ServerToolDeps = SignInToolDeps & {
  permissions: Pick<Permissions, 'begin' | 'outcome'>;
  /** Stores the images of a call's result with its chat. */
  keepImages: (context: ToolContext, images: readonly SentImage[]) => Promise<KeptImages>;
  elicitation: Pick<Elicitation, 'begun' | 'openRequired'>;
  now: () => number;
};

/** A tool of a server, as it was when it was offered. */
export type OfferedTool = { server: Server; tool: Tool };

/** A server's tool under the name that a model calls it by; each call asks, unless a rule allows it. */
export function serverTool(name: string, offered: OfferedTool, deps: ServerToolDeps): AgentTool {
  const { server, tool } = offered;
  return {
    name,
    label: `${server.name}: ${tool.name}`,
    kind: 'plain',
    description: `From the MCP server ${server.name}, in its own words: ${descriptionOf(tool)}`,
    inputSchema,
    jsonSchema: offeredSchema(tool.inputSchema),
    run: (input, context) => callServerTool(offered, input, context, deps),
  };
}

/** Returns a server's description of a tool, cut for a model. */
export function descriptionOf({ description, title }: Tool): string {
  const words = description ?? title ?? '';
  return words.length > longestDescription ? `${words.slice(0, longestDescription)}…` : words;
}

/**
 * Returns the input as it is sent. Models give null for a field that they leave out, which few schemas allow, and text
 * of JSON for a list or an object.
 */
function fitted(schema: unknown, input: Record<string, unknown>) {
  const misfit = checkSchema(schema, input);
  if (misfit.type !== 'breaks') return { sent: input, misfit };
  for (const form of [withoutNulls(input), plainBySchema(schema, input)]) {
    const sent = inputSchema.parse(form);
    const then = checkSchema(schema, sent);
    if (then.type === 'fits') return { sent, misfit: then };
  }
  return { sent: input, misfit };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, of]) => of !== null);
  return Object.fromEntries(fields.map(([name, of]) => [name, withoutNulls(of)]));
}

/** Asks, then calls a server's tool; a failure is a failed result. */
export async function callServerTool(
  { server, tool }: OfferedTool,
  input: unknown,
  context: ToolContext,
  deps: ServerToolDeps,
): Promise<ToolResult> {
  const { permissions, keepImages, elicitation, now } = deps;
  const parsed = readInput(inputSchema, input ?? {});
  if (!parsed.success) return { ok: false, text: 'The input has to be an object.' };
  const { sent, misfit } = fitted(tool.inputSchema, parsed.data);
  if (misfit.type === 'breaks')
    return {
      ok: false,
      text: `The input does not fit the tool’s schema: ${misfit.problem}. Nothing was called.`,
    };
  const outcome = await context.permit({
    type: 'mcp',
    server: server.name,
    tool: tool.name,
    definition: definitionOf({ server, tool }),
    input: sent,
    annotations: annotationsOf(tool),
  });
  if (outcome.type !== 'allowed') {
    const text = permissionRefusalText(outcome);
    return { ok: false, text, ...(outcome.type === 'denied' && outcome.stop && { endsTurn: true }) };
  }
  if (!(await isStillThere({ server, tool }))) return { ok: false, text: changedText };
  permissions.begin(context);
  const startedAt = now();
  const ended = elicitation.begun(server, context);
  try {
    const call = () => server.connection.call(tool.name, sent, { signal: context.signal });
    const answer = await call().catch(async (error: unknown) => {
      const way =
        error instanceof SignInNeeded
          ? await signIn(server, context, deps)
          : await elicitation.openRequired(server, context, error);
      if (way === undefined) throw error;
      context.signal.throwIfAborted();
      if (!way.ok) throw new Error(way.text);
      return call();
    });
    const { ok, text, images } = readResult(answer);
    if (images.length === 0) return { ok, text };
    const { kept, problems } = await keepImages(context, images);
    return { ok, text: [text, ...problems].join('\n'), images: kept };
  } catch (error) {
    context.signal.throwIfAborted();
    return { ok: false, text: failedCallText(server.name, error) };
  } finally {
    ended();
    permissions.outcome(context, { exitCode: null, durationMs: now() - startedAt });
  }
}

/** Explains a failed call to the model. One that was answered may have been carried out. */
function failedCallText(server: string, error: unknown): string {
  const message = messageOf(error);
  if (error instanceof ProtocolError && !isBrokenOff(error))
    return `${server} answered the call with an error: ${message}`;
  if (error instanceof SdkHttpError && error.status !== undefined)
    return `${server} answered the call with the HTTP status ${error.status}. ${message}`;
  const isUnreadable =
    (error instanceof Error && error.name.endsWith('ZodError')) ||
    (error instanceof SdkError &&
      (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType));
  return isUnreadable
    ? `${server} answered the call with something that can’t be read as a result. It may have been carried out in part. ${message}`
    : `${server} did not answer the call. ${message}`;
}

/** Identifies a server and its description of a tool: a rule holds for exactly these. */
function definitionOf({ server, tool }: OfferedTool): string {
  const { name, title, description, inputSchema: schema, annotations } = tool;
  const said = [server.identity, name, title, description, schema, annotations];
  return createHash('sha256').update(JSON.stringify(said, inOrder)).digest('hex');
}

/** Replacer for `JSON.stringify` that sorts fields: a server orders them differently in each protocol. */
function inOrder(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Waits for the newest list of a server; false where it can't be read. */
export function isUpToDate({ connection }: Server): Promise<boolean> {
  return connection.upToDate().then(
    () => true,
    () => false,
  );
}

async function isStillThere({ server, tool }: OfferedTool): Promise<boolean> {
  if (!(await isUpToDate(server))) return false;
  const { tools } = server.connection.tools();
  const now = tools.find(({ name }) => name === tool.name);
  return now !== undefined && definitionOf({ server, tool: now }) === definitionOf({ server, tool });
}

function annotationsOf({ annotations = {} }: Tool) {
  const { readOnlyHint, destructiveHint } = annotations;
  return {
    ...(readOnlyHint !== undefined && { readOnlyHint }),
    ...(destructiveHint !== undefined && { destructiveHint }),
  };
}
