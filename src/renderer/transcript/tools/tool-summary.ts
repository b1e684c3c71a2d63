import { inOneLine } from '../../../shared/blank-runs.ts';
import type { WorkKind } from '../../../shared/transcript/call-work.ts';
import { setupTool } from '../../../shared/transcript/setup-tool.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { durationText, timeTaken } from './time-taken.ts';

type Kind =
  | 'read'
  | 'list'
  | 'search'
  | 'stage'
  | 'replace'
  | 'resolve'
  | 'todo'
  | 'run'
  | 'not-run'
  | 'output'
  | 'ask'
  | 'plan'
  | 'skill'
  | 'summary'
  | 'own'
  | 'other';

const kinds: ReadonlyMap<string, Kind> = new Map([
  ['read_file', 'read'],
  ['list_files', 'list'],
  ['search_files', 'search'],
  ['edit_file', 'stage'],
  ['write_file', 'stage'],
  ['delete_file', 'stage'],
  ['ast_edit', 'replace'],
  ['resolve', 'resolve'],
  ['todo', 'todo'],
  ['run_command', 'not-run'],
  [setupTool, 'not-run'],
  ['read_output', 'output'],
  ['propose_plan', 'plan'],
  ['read_skill', 'skill'],
]);

/** The kinds of an external agent's work that match Parley's own tools. */
const workKinds: Readonly<Partial<Record<WorkKind, Kind>>> = {
  read: 'read',
  search: 'search',
  summary: 'summary',
};

/** A command that was refused or not begun does not count as one that ran. */
function kindOf(call: ToolPart): Kind {
  if (call.kind === 'run' && call.run !== null) return 'run';
  if (call.work !== undefined) return workKinds[call.work.kind] ?? 'own';
  if (call.kind === 'question' || call.kind === 'command') return 'ask';
  return kinds.get(call.toolName) ?? 'other';
}

/** Summarises neighbouring tool calls in one line: "Read 3 files, searched for `parse`". */
export function toolSummary(calls: readonly ToolPart[]): string {
  const running = calls.some(({ result }) => result === null);
  const looks = calls.filter(isLook);
  const others = groupByKind(calls).filter(([kind]) => looks.length < 2 || !lookKinds.has(kind));
  const phrases = [
    ...(looks.length < 2 ? [] : [explored(looks, running)]),
    ...others.map(([kind, group]) => phrase(kind, group, running)),
  ];
  const line = phrases.join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1) + (running ? '…' : '');
}

/** Returns how long calls took that only look, in words; null where there is nothing to say. */
export function lookTime(calls: readonly ToolPart[]): string | null {
  const isOver = calls.every((call) => isLook(call) && call.result !== null);
  return isOver ? durationText(timeTaken(calls.flatMap(({ span }) => span ?? []))) : null;
}

const lookKinds: ReadonlySet<Kind> = new Set(['read', 'list', 'search']);

function isLook(call: ToolPart): boolean {
  return lookKinds.has(kindOf(call));
}

/**
 * Summarises several looks; a file that was read twice counts once, and where no file is named the calls count.
 */
function explored(looks: readonly ToolPart[], running: boolean): string {
  const files = new Set(looks.flatMap((call) => (kindOf(call) === 'read' ? [pathOf(call)] : [])));
  const verb = running ? 'exploring' : 'explored';
  if (files.size === 0) return `${verb} the folder`;
  return files.size === 1 ? `${verb} 1 file` : `${verb} ${files.size} files`;
}

/** Counts the failed calls; an open preview is no failure, and its card says why. */
export function failedCalls(calls: readonly ToolPart[]): number {
  return calls.filter(({ toolName, result }) => result?.ok === false && kinds.get(toolName) !== 'resolve')
    .length;
}

function groupByKind(calls: readonly ToolPart[]): [Kind, ToolPart[]][] {
  const groups = new Map<Kind, ToolPart[]>();
  for (const call of calls) {
    const kind = kindOf(call);
    groups.set(kind, [...(groups.get(kind) ?? []), call]);
  }
  return [...groups];
}

function phrase(kind: Kind, calls: readonly ToolPart[], running: boolean): string {
  const [only] = calls.length === 1 ? calls : [];
  switch (kind) {
    case 'read':
      return `${running ? 'reading' : 'read'} ${named(only, 'path') ?? `${calls.length} files`}`;
    case 'list':
      return `${running ? 'looking into' : 'looked into'} ${named(only, 'path') ?? `${calls.length} folders`}`;
    case 'search':
      if (only?.work !== undefined) return inShort(only.work.title);
      return `${running ? 'searching' : 'searched'} for ${named(only, 'query') ?? `${calls.length} things`}`;
    case 'stage':
      return running ? `preparing ${staged(calls)}` : `prepared ${staged(calls)}`;
    case 'replace': {
      const where = named(only, inputField(only?.input, 'path') === undefined ? 'glob' : 'path');
      return `${running ? 'preparing' : 'prepared'} replacements in ${where ?? `${calls.length} places`}`;
    }
    case 'resolve':
      if (running) return 'waiting for you';
      return calls.some(({ result }) => result?.ok) ? 'settled the preview' : 'left the preview open';
    case 'todo':
      return running ? 'updating its steps' : 'updated its steps';
    case 'run':
      return `${running ? 'running' : 'ran'} ${named(only, 'command') ?? `${calls.length} commands`}`;
    case 'not-run': {
      const what = named(only, 'command') ?? `${calls.length} commands`;
      return running ? `about to run ${what}` : `wanted to run ${what}`;
    }
    case 'own':
      return only?.work === undefined
        ? `${running ? 'doing' : 'did'} ${calls.length} things`
        : inShort(only.work.title);
    case 'summary':
      if (running) return 'summarising what was said before';
      return calls.some(({ result }) => result?.ok)
        ? 'summarised what was said before'
        : 'did not summarise what was said before';
    case 'ask':
      return running ? 'preparing a question' : 'wanted to ask you something';
    case 'plan':
      return running ? 'writing a plan' : 'wrote a plan';
    case 'skill':
      return `${running ? 'reading' : 'read'} ${only === undefined ? `${calls.length} skills` : `the skill ${named(only, 'name') ?? ''}`.trim()}`;
    case 'output':
      return running ? 'reading a command’s output' : 'read a command’s output';
    case 'other':
      return `${running ? 'using' : 'used'} ${only ? `\`${only.toolName}\`` : `${calls.length} tools`}`;
  }
}

/** Names the changes of calls that no card shows; several calls may change the same file. */
function staged(calls: readonly ToolPart[]): string {
  const paths = new Set(calls.map((call) => named(call, 'path')));
  const [first] = paths;
  return paths.size === 1 ? `a change of ${first}` : `changes of ${paths.size} more files`;
}

/** Returns a field of the call's input, or the command's line; undefined for the folder itself. */
function named(call: ToolPart | undefined, field: string): string | undefined {
  const ran = field === 'command' && call?.kind === 'run' ? call.run?.line : undefined;
  const value =
    ran ?? (field === 'path' && call !== undefined ? pathOf(call) : inputField(call?.input, field));
  if (call === undefined) return undefined;
  if (value === undefined || value === '' || value === '.')
    return field === 'path' ? 'the folder' : undefined;
  const line = inOneLine(value);
  const short = line.length > 60 ? `${line.slice(0, 59)}…` : line;
  return short.includes('`') ? `“${short}”` : `\`${short}\``;
}

function pathOf({ input, work }: ToolPart): string | undefined {
  return work === undefined ? inputField(input, 'path') : work.places[0]?.path;
}

/** Shortens an external agent's title to one line. */
function inShort(title: string): string {
  const line = inOneLine(title);
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

function inputField(input: unknown, field: string): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const value: unknown = Object.entries(input).find(([key]) => key === field)?.[1];
  return typeof value === 'string' ? value : undefined;
}
