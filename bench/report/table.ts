import type { Goal } from '../bench-case.ts';
import type { CaseResult, Measured } from './figures.ts';

const heads = ['case', 'figure', 'median', 'range', 'goal', 'met', 'peer', 'made of'];

/** All figures as a table in Markdown. */
export function markdownTable(results: readonly CaseResult[]): string {
  const rows = results.flatMap(({ name, figures }) =>
    figures.map((figure, index) => [index === 0 ? name : '', ...cellsOf(figure)]),
  );
  return tableOf([heads, ...rows]);
}

/** A table in Markdown; the first row is its head. */
export function tableOf([head = [], ...rows]: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

function cellsOf({ title, unit, median, low, high, goal, met, peer, parts }: Measured): string[] {
  return [
    title,
    withUnit(median, unit),
    `${short(low)} – ${short(high)}`,
    goal === null ? '' : goalText(goal, unit),
    met === null ? '' : met ? 'yes' : '**no**',
    peer ?? '',
    parts === null ? '' : `${short(parts.of)} / ${short(parts.to)}`,
  ];
}

function goalText(goal: Goal, unit: string): string {
  return 'atMost' in goal ? `≤ ${withUnit(goal.atMost, unit)}` : `≥ ${withUnit(goal.atLeast, unit)}`;
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? short(value) : `${short(value)} ${unit}`;
}

/** Three digits are all that a measurement is worth. */
export function short(value: number): string {
  if (value === 0 || Number.isInteger(value)) return value.toLocaleString('en');
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 4 });
}
