import type { ToolCallId } from '../../../shared/ids.ts';
import type { Part, ToolPart } from '../../../shared/transcript/transcript.ts';
import { showsForms } from '../../cards/form/form-card-kind.ts';
import { showsPermission } from '../../cards/permission/permission-card-kind.ts';

/** A step of a subagent as its transcript shows it; neighbouring calls are one. */
export type SubagentStep = { key: string } & (
  | { type: 'calls'; calls: readonly ToolPart[] }
  | { type: 'subagent'; part: ToolPart }
  | { type: 'task'; text: string }
  | { type: 'words' | 'thought'; text: string; growing: boolean }
);

/** True of the call that stands for a subagent. */
export function isSubagent(part: Part): part is ToolPart {
  return part.type === 'tool' && part.work?.kind === 'subagent';
}

/**
 * Returns the parts of a message that stand in the transcript of a subagent of it, by the call of the outermost one. Cards
 * are none of them: they stay in sight, and name who asks.
 */
export function foldedParts(parts: readonly Part[]): Map<ToolPart, ToolPart[]> {
  const subagents = new Map(parts.filter(isSubagent).map((part) => [part.toolCallId, part]));
  const folded = new Map<ToolPart, ToolPart[]>();
  for (const part of parts) {
    if (part.type !== 'tool' || !isFoldable(part)) continue;
    const root = outermostOf(part, subagents);
    if (root !== undefined) folded.set(root, [...(folded.get(root) ?? []), part]);
  }
  return folded;
}

/** Returns the outermost subagent for which a call is made; undefined for none. Stops where calls are within each other. */
function outermostOf(part: ToolPart, subagents: ReadonlyMap<ToolCallId, ToolPart>): ToolPart | undefined {
  const seen = new Set<ToolPart>([part]);
  let outermost: ToolPart | undefined;
  for (let { work } = part; work?.within !== undefined; ) {
    const next = subagents.get(work.within);
    if (next === undefined || seen.has(next)) break;
    seen.add(next);
    outermost = next;
    ({ work } = next);
  }
  return outermost;
}

function isFoldable(part: ToolPart): boolean {
  return (
    part.kind === 'plain' && part.work?.within !== undefined && !showsForms(part) && !showsPermission(part)
  );
}

/** Returns what a subagent did, of all that it and its own subagents did. */
export function subagentSteps(part: ToolPart, inner: readonly ToolPart[]): SubagentStep[] {
  const steps: SubagentStep[] = [];
  for (const one of inner) {
    if (one.work?.within !== part.toolCallId) continue;
    const step = stepOf(one);
    const last = steps.at(-1);
    if (step.type === 'calls' && last?.type === 'calls')
      steps[steps.length - 1] = { ...last, calls: [...last.calls, ...step.calls] };
    else steps.push(step);
  }
  return steps;
}

function stepOf(part: ToolPart): SubagentStep {
  const { toolCallId: key, result, work } = part;
  const text = result?.text ?? work?.output ?? '';
  const growing = result === null;
  if (work?.kind === 'subagent') return { key, type: 'subagent', part };
  if (work?.kind === 'task') return { key, type: 'task', text };
  if (work?.kind === 'words' || work?.kind === 'thought') return { key, type: work.kind, text, growing };
  return { key, type: 'calls', calls: [part] };
}
