import type { Prompt } from '@modelcontextprotocol/client';

type PromptArgument = NonNullable<Prompt['arguments']>[number];

/** Returns the arguments that may follow the name of a prompt, in brackets where it can be left out; null for nothing. */
export function argumentHint(args: readonly PromptArgument[] = []): string | null {
  if (args.length === 0) return null;
  const [only] = args;
  if (args.length === 1 && only !== undefined) return bracketed(only, only.name);
  return args.map((one) => bracketed(one, `${one.name}=…`)).join(' ');
}

function bracketed({ required }: PromptArgument, text: string): string {
  return required === true ? text : `[${text}]`;
}

type Read = { ok: true; values: Record<string, string> } | { ok: false; problem: string };

/** `name=value` or `name="a longer value"`, in which `\"` is a quotation mark. */
const pair = /(?:^|\s)([^\s=]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/gu;

/**
 * Reads what was written behind a prompt: the whole text is the value of its only argument; several are written as
 * `name=value` in any order.
 */
export function readArguments(args: readonly PromptArgument[] = [], text: string): Read {
  const given = text.trim();
  const [only] = args;
  if (args.length === 0)
    return given === '' ? { ok: true, values: {} } : { ok: false, problem: 'Nothing follows this prompt.' };
  const values = new Map<string, string>();
  if (args.length === 1 && only !== undefined && !given.startsWith(`${only.name}=`)) {
    if (given !== '') values.set(only.name, given);
  } else {
    const known = new Set(args.map(({ name }) => name));
    for (const [, name = '', quoted, plain = ''] of given.matchAll(pair)) {
      if (!known.has(name)) return { ok: false, problem: `This prompt has no “${name}”. ${asked(args)}` };
      values.set(name, quoted === undefined ? plain : quoted.replaceAll(/\\(.)/gu, '$1'));
    }
    const rest = given.replaceAll(pair, '').trim();
    if (rest !== '')
      return { ok: false, problem: `“${rest.slice(0, 100)}” belongs to nothing. ${asked(args)}` };
  }
  const missing = args.filter(({ name, required }) => required === true && !values.has(name));
  if (missing.length > 0) return { ok: false, problem: asked(missing) };
  return { ok: true, values: Object.fromEntries(values) };
}

function asked(args: readonly PromptArgument[]): string {
  const each = args.map(({ name, description }) =>
    description === undefined ? `${name}=…` : `${name}=… (${description.slice(0, 200)})`,
  );
  return `It takes ${each.join(', ')}.`;
}
