import { isRecord, textField } from '../json-fields.ts';
import type { CallFacts } from './vendor.ts';

/** The field of `_meta` in which the client of OpenCode's server says of a call that a subagent makes it. */
const factsKey = 'opencode/subagent';

export function subagentMeta(facts: Pick<CallFacts, 'subagent' | 'parent'>): Record<string, unknown> {
  return { [factsKey]: facts };
}

export function subagentFacts({ [factsKey]: facts }: Record<string, unknown>): CallFacts | undefined {
  if (!isRecord(facts)) return undefined;
  return { subagent: textField(facts, 'subagent'), parent: textField(facts, 'parent') };
}
