import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { PermissionOutcome } from '../../../../shared/permissions/permission-outcome.ts';
import type { PermissionChoice, PermissionSubject } from '../../../../shared/permissions/permission.ts';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import {
  type PermissionRequest,
  type Permissions,
  stoppedWaiting,
} from '../../../permissions/permissions.ts';
import type { PermissionStore } from '../../../storage/permission-store.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';
import { type CallState, commandOf, outputOf } from '../calls/call-state.ts';
import { inFolder, showsAllDiffs } from '../calls/shown-call.ts';
import type { KnownCall } from '../calls/known-calls.ts';
import type { PermissionAsked } from '../protocol.schema.ts';
import type { AgentWaits } from './agent-waits.ts';
import { type CallIds, cutOff, type LateEnd } from './late-end.ts';
import type { TurnControl } from './turn-control.ts';
import { isRecord, textField } from '../json-fields.ts';
import type { PermissionAnswer } from '../vendors/vendor.ts';

/** The answers to a request for permission, as the protocol has them. */
export const cancelled = { outcome: { outcome: 'cancelled' } } as const;
export const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } }) as const;

/** The longest text of a request that is shown whole, in characters. */
const longestText = 150_000;

/** Fields of an input that would change what a command or a request does, and that its card has no place for. */
const unshown = ['env', 'environment', 'stdin', 'input', 'shell', 'body', 'data', 'headers', 'method'];

/**
 * Returns what an agent asks permission for, from all it said of the call and the changes that this shows: in the
 * form of its kind where that shows all of it, else as it was said. What is too much to be shown is missing, so that
 * it can't be allowed.
 */
export function subjectOf(call: CallState, files: readonly FileDiff[], folder: string): PermissionSubject {
  const [first, ...rest] = files;
  if (!showsAllDiffs(call, files)) return { type: 'missing' };
  if (first !== undefined && call.kind !== 'execute') return { type: 'edit', files: [first, ...rest] };
  const { rawInput } = call;
  const isPlain = !isRecord(rawInput) || !unshown.some((field) => Object.hasOwn(rawInput, field));
  const line = isPlain ? commandOf(call) : undefined;
  if (line !== undefined) {
    const place = placeFields.find((field) => textField(rawInput, field) !== undefined);
    const cwd = place === undefined ? folder : (textField(rawInput, place) ?? folder);
    const elsewhere = [place, reasonOf(call) === undefined ? undefined : reasonField];
    const more = moreOf(rawInput, ['command', 'cmd', 'args', ...elsewhere]);
    return more === 'too-much'
      ? { type: 'missing' }
      : { type: 'command', line, folder: cwd, confined: false, ...more };
  }
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(call.name) ?? [];
  if (server !== undefined && tool !== undefined)
    return { type: 'mcp', server, tool, input: call.rawInput ?? null, annotations: {} };
  const url = call.kind === 'fetch' && isPlain ? textField(call.rawInput, 'url') : undefined;
  if (url !== undefined) {
    const more = moreOf(rawInput, ['url']);
    return more === 'too-much' ? { type: 'missing' } : { type: 'fetch', url, ...more };
  }
  const text = detailsOf(call, folder);
  const title = call.title.trim() || call.name;
  if (title === '' || text.length > longestText || (text === '' && isVague(call))) return { type: 'missing' };
  return { type: 'other', title, text };
}

/** The fields by which agents name the folder of a command. */
const placeFields = ['cwd', 'workdir', 'directory'];

/** The field in which agents say what a command is for. */
const reasonField = 'description';

/** The longest reason, in characters; a longer one stands with the rest of the input. */
const longestReason = 1_000;

/** Returns what an agent says a command is for. */
export function reasonOf({ rawInput }: CallState): string | undefined {
  const reason = textField(rawInput, reasonField) ?? '';
  return reason.trim() === '' || reason.length > longestReason ? undefined : reason;
}

/** Returns the fields of an input that its card has no other place for. */
function moreOf(
  input: unknown,
  shown: readonly (string | undefined)[],
): { more?: Record<string, unknown> } | 'too-much' {
  const rest = Object.entries(isRecord(input) ? input : {}).filter(([field]) => !shown.includes(field));
  if (rest.length === 0) return {};
  const more = Object.fromEntries(rest);
  return JSON.stringify(more).length > longestText ? 'too-much' : { more };
}

/** True of a call whose title alone says nothing: it acts, and on what is not said. */
function isVague({ kind, title }: CallState): boolean {
  return ['execute', 'edit', 'delete', 'move'].includes(kind) && !/[\s/`]/.test(title.trim());
}

function detailsOf(call: CallState, folder: string): string {
  const places = call.places.map(({ path }) => inFolder(path, folder));
  const input =
    isRecord(call.rawInput) && Object.keys(call.rawInput).length > 0
      ? JSON.stringify(call.rawInput, null, 2)
      : '';
  return [...new Set([outputOf(call), places.join('\n'), input])]
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

const meanings: ReadonlyMap<string, PermissionChoice['meaning']> = new Map([
  ['allow_once', 'once'],
  ['allow_always', 'always'],
  ['reject_once', 'no'],
  ['reject_always', 'no'],
]);

/** Returns the agent's options as choices in its own words. One of an unknown kind is taken for a lasting yes. */
export function choicesOf({ options }: PermissionAsked): PermissionChoice[] {
  return options.map(({ optionId, name, kind }) => ({
    id: optionId.slice(0, 200),
    meaning: meanings.get(kind ?? '') ?? 'always',
    words: name ?? optionId,
    external: true,
  }));
}

/** Returns what a permission was asked for, as a part of a sentence to its agent. */
function subjectText(subject: PermissionSubject): string {
  switch (subject.type) {
    case 'command':
      return `to run \`${subject.line}\``;
    case 'edit':
      return `to change ${subject.files.map(({ path }) => path).join(', ')}`;
    case 'mcp':
      return `to use ${subject.tool} of ${subject.server}`;
    case 'fetch':
      return `to open ${subject.url}`;
    case 'read':
      return `to read ${subject.path}`;
    case 'other':
      return `for “${subject.title}”`;
    case 'missing':
      return 'without saying for what';
  }
}

type PermissionDeps = {
  permissions: Permissions;
  store: PermissionStore;
  workspaces: Workspaces;
  agentWaits: AgentWaits;
};

type Permitting = {
  workspaceId: WorkspaceId;
  /** The agent's name for people. */
  name: string;
  asked: PermissionAsked;
  call: KnownCall;
  /** Aborts when the agent stops waiting. */
  signal: AbortSignal;
  turn: TurnControl;
  /** True where the answer has the reason for a no, so that it need not be in the next prompt. */
  takesReason?: boolean;
};

/** Returns the answer to a request for permission, as the protocol has it. */
export function outcomeOf({ optionId }: PermissionAnswer): unknown {
  return optionId === undefined ? cancelled : selected(optionId);
}

/** The permissions that agents ask for. */
export class AgentPermissions {
  readonly #deps: PermissionDeps;

  constructor(deps: PermissionDeps) {
    this.#deps = deps;
  }

  /** Answers a request for permission by one of the agent's own options, as the person decides on the card. */
  async permit(permitting: Permitting): Promise<PermissionAnswer> {
    const { workspaceId, name, asked, call, signal, turn } = permitting;
    const { workspaces, agentWaits } = this.#deps;
    const { toolCallId, messageId } = call;
    agentWaits.watch(workspaceId, toolCallId, signal);
    const folder = workspaces.row(workspaceId).folder;
    const subject = subjectOf(call.state, turn.recorder.filesOf(call), folder);
    const reason = subject.type === 'command' ? reasonOf(call.state) : undefined;
    const request = {
      workspaceId,
      toolCallId,
      messageId,
      asker: name,
      folder,
      subject,
      ...(reason !== undefined && { reason }),
      choices: choicesOf(asked),
    };
    const ends = AbortSignal.any([turn.stop, withdrawalOf(signal, turn)]);
    return call.asking(() => this.#answerTo(permitting, request, ends));
  }

  /** Waits for the decision for an agent that was cut off; undefined where the call asked for no permission. */
  async endOf(workspaceId: WorkspaceId, ids: CallIds, stop: AbortSignal): Promise<LateEnd | undefined> {
    const { permissions, store } = this.#deps;
    const permission = store.ofCall({ workspaceId, toolCallId: ids.toolCallId }).at(-1)?.shown;
    if (permission === undefined) return undefined;
    const { subject, asker, folder, choices } = permission;
    const request = { workspaceId, ...ids, asker, folder, subject, choices };
    const outcome = await permissions.request(request, { signal: stop });
    return { result: cutOff, context: permissionText(subjectText(subject), outcome) };
  }

  async #answerTo(
    { asked, call, turn, takesReason = false }: Permitting,
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<PermissionAnswer> {
    const { permissions, store } = this.#deps;
    const outcome = await permissions.request(request, { signal });
    // The agent hears the decision now, so it doesn't go into a later prompt.
    if (!turn.isOver()) permissions.begin(request);
    const chosen = store.ofCall(request).at(-1)?.shown.settlement?.choice?.id;
    const option = asked.options.find(({ optionId }) => optionId.slice(0, 200) === chosen)?.optionId;
    const no =
      asked.options.find(({ kind }) => kind === 'reject_once') ??
      asked.options.find(({ kind }) => kind?.startsWith('reject'));
    switch (outcome.type) {
      case 'allowed':
        return { optionId: option };
      case 'denied': {
        const { reason, stop } = outcome;
        if (takesReason && stop !== true)
          return { optionId: no?.optionId, ...(reason !== undefined && { reason }) };
        if (reason !== undefined) turn.addContext(`I said no${aboutCall(call)}. ${reason}`, call.toolCallId);
        const cancels = stop === true || (reason !== undefined && turn.hearsReasonsByCancel);
        const refusal = option ?? no?.optionId;
        if (!cancels && refusal !== undefined) return { optionId: refusal };
        turn.cancel();
        return none;
      }
      case 'replied-in-chat':
        turn.cancel();
        return none;
      case 'interrupted':
      case 'cut-off':
        return none;
      case 'nobody':
        return { optionId: no?.optionId };
    }
  }
}

/** Returns what a decision says to an agent that was cut off; undefined where it says nothing. */
function permissionText(what: string, outcome: PermissionOutcome): string | undefined {
  const said = `You asked for permission ${what} and were cut off.`;
  if (outcome.type === 'allowed' && outcome.line !== undefined)
    return `${said} I say no to that. Run this instead:\n${outcome.line}`;
  if (outcome.type === 'allowed') return `${said} You may do it now; ask again where you need to.`;
  if (outcome.type === 'cut-off') return `${said} Ask again where you need to.`;
  if (outcome.type !== 'denied') return undefined;
  return `${said} I say no.${outcome.reason === undefined ? '' : ` ${outcome.reason}`}`;
}

const none: PermissionAnswer = { optionId: undefined };

/** Aborts when the agent itself stops waiting, and not when it is gone: then what waits stays as it is. A signal may say which. */
export function withdrawalOf(signal: AbortSignal, turn: TurnControl): AbortSignal {
  const withdrawn = new AbortController();
  const withdraw = async () => {
    if (signal.reason === stoppedWaiting || !(await turn.isGone())) withdrawn.abort(stoppedWaiting);
  };
  signal.addEventListener('abort', () => void withdraw(), { once: true });
  return withdrawn.signal;
}

function aboutCall({ state: { title } }: KnownCall): string {
  return title.trim() === '' ? '' : ` to “${title.trim()}”`;
}
