import type { KeyWay, SignInWay, TurnState } from '../../../../shared/workspace/turn-state.ts';
import type { Launch } from '../programs/agent-process.ts';
import type { AuthMethod, Initialized } from '../protocol.schema.ts';
import type { PresetKey } from '../vendors/vendor.ts';
import { shellQuoted } from '../../../../shared/commands/shell-quote.ts';
import { idOf, isExternal } from '../agent-names.ts';
import { vendorOf } from '../vendors/vendors.ts';

/** The variable by which the desktop host's own program runs scripts. */
const asNode = 'ELECTRON_RUN_AS_NODE';

/** A shell would run any other word before a command. */
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The characters of a variable that a person can be asked for. */
const longestVariable = 300;

/** The type of a way by variables of the agent's process. */
export const keysType = 'env_var';

/** The id of the way by a key for which an agent has none of its own. */
export const ownKeyWay = 'parley-key';

/** Returns the ways to sign in that an agent names; where its vendor has a `key`, one of them is to enter keys. */
export function signInWays({ authMethods }: Initialized, launch: Launch, key?: PresetKey): SignInWay[] {
  const methods = authMethods ?? [];
  const named = methods.map((method): SignInWay => {
    if (key !== undefined && key.method?.id === method.id) return keyWay(method.id, key);
    const shown = { name: method.name ?? method.id, about: method.description ?? null };
    const fields = fieldsOf(method);
    if (fields.length > 0)
      return { type: 'keys', id: method.id, ...shown, fields, link: webAddress(method.link) };
    const program = terminalProgram(method, launch);
    return program === undefined
      ? { type: 'agent', id: method.id, ...shown }
      : { type: 'terminal', id: method.id, ...shown, command: commandLine(program) };
  });
  const takesKeys = named.some(({ type }) => type === 'keys');
  return key === undefined || takesKeys ? named : [...named, keyWay(ownKeyWay, key)];
}

function keyWay(id: string, { variable, label, link }: PresetKey): KeyWay {
  const field = { variable, label, secret: true, optional: false };
  return { type: 'keys', id, name: label, about: null, fields: [field], link };
}

/** The fields of a way by keys; none for any other, or where it names no variables that can be set. */
function fieldsOf({ type, vars }: AuthMethod): KeyWay['fields'] {
  if (type !== keysType) return [];
  const named = new Map((vars ?? []).map((one) => [one.name, one]));
  return [...named.values()]
    .filter(({ name }) => variableName.test(name) && name.length <= longestVariable)
    .map(({ name, label, secret, optional }) => ({
      variable: name,
      label: label ?? name,
      secret: secret !== false,
      optional: optional === true,
    }));
}

function webAddress(link: string | null | undefined): string | null {
  const address = URL.parse(link ?? '');
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : null;
}

/** Returns the way by which Parley knows an agent's key; undefined where it knows none. */
export function keyWayOf(agent: string): KeyWay | undefined {
  const key = isExternal(agent) ? vendorOf(idOf(agent))?.preset?.key : undefined;
  return key && keyWay(key.method?.id ?? ownKeyWay, key);
}

/** What no variable of a process can hold, or no key has: a line break or another character that can't be seen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Returns what was entered for one of these ways, and nothing else, or what is wrong with it for a person; blank entries are
 * none.
 */
export function enteredKeys(
  ways: readonly KeyWay[],
  id: string,
  entered: Readonly<Record<string, string>>,
): { entered: [variable: string, value: string][] } | { problem: string } {
  const way = ways.find((one) => one.id === id);
  const values = (way?.fields ?? []).flatMap(({ variable, label }) => {
    const value = Object.hasOwn(entered, variable) ? entered[variable]?.trim() : undefined;
    return value === undefined || value === '' ? [] : [{ variable, label, value }];
  });
  const wrong = values.find(({ value }) => unprintable.test(value));
  if (wrong !== undefined)
    return { problem: `${wrong.label}: it has a line break or a hidden character in it. Copy it again.` };
  return { entered: values.map(({ variable, value }) => [variable, value]) };
}

/** Returns the ways by keys that an agent named when its turn failed. */
export function keyWays(turn: TurnState): KeyWay[] {
  if (turn.status !== 'failed') return [];
  return (turn.problem.signInWays ?? []).filter((way) => way.type === 'keys');
}

/** A program that signs a person in, in a terminal; `env` is what it gets beside the environment of its agent. */
export type TerminalProgram = { file: string; args: readonly string[]; env: Record<string, string> };

/** Returns the program of a way to sign in that wants a terminal; undefined for any other way. */
export function terminalProgram(
  { type, args, env, _meta: meta }: AuthMethod,
  launch: Launch,
): TerminalProgram | undefined {
  const own = meta?.['terminal-auth'];
  if (own !== undefined) return withVariables({ file: own.command, args: own.args ?? [] }, own.env, launch);
  if (type !== 'terminal') return undefined;
  return withVariables({ file: launch.file, args: [...launch.args, ...(args ?? [])] }, env, launch);
}

function withVariables(
  { file, args }: Omit<TerminalProgram, 'env'>,
  env: Record<string, string> = {},
  launch: Launch,
): TerminalProgram {
  const runsAsNode = file === launch.file ? launch.env[asNode] : undefined;
  const named = Object.entries(env).filter(([name]) => variableName.test(name));
  return {
    file,
    args,
    env: { ...(runsAsNode !== undefined && { [asNode]: runsAsNode }), ...Object.fromEntries(named) },
  };
}

/** Returns what starts such a program, with the environment of its agent. */
export function terminalLaunch({ file, args, env }: TerminalProgram, launch: Launch): Launch {
  const { [asNode]: _, ...own } = launch.env;
  return { file, args, env: { ...own, ...env }, cwd: launch.cwd };
}

/** Returns a program as a line for a shell. */
export function commandLine({ file, args, env }: TerminalProgram): string {
  const set = Object.entries(env).map(([name, value]) => `${name}=${shellQuoted(value)}`);
  return [...set, ...[file, ...args].map(shellQuoted)].join(' ');
}
