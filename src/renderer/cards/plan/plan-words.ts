import type { ActionEnding } from '../../../shared/previews/pending-action.ts';
import type { PlanAction } from './plan-card-kind.ts';

/** A plan with more lines than this is cut on its card, and read in the pane; a long line counts for several. */
const [longestOnCard, longLine] = [40, 1_000];

export function fitsOnCard(plan: string): boolean {
  const lines = plan.trimEnd().split('\n');
  return (
    lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / longLine)), 0) <= longestOnCard
  );
}

/** Says how long a plan is. */
export function planLength(plan: string): string {
  const steps = plan.match(/^ {0,3}\d+[.)] /gm)?.length ?? 0;
  const lines = linesOf(plan);
  const parts = [
    steps < 2 ? null : `${steps} steps`,
    lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`,
  ];
  return parts.filter(Boolean).join(' · ');
}

function linesOf(plan: string): number {
  return plan.trimEnd().split('\n').length;
}

/** Returns what an ended plan was about, after its state. */
export function aboutEndedPlan({ preview, userEdits }: PlanAction, ending: ActionEnding): string {
  switch (ending.type) {
    case 'applied':
      return [
        userEdits === undefined ? preview.title : `${preview.title}, with your changes`,
        ...(preview.choices ?? []).flatMap(({ id, words }) => (id === ending.choice ? [words] : [])),
      ].join(' · ');
    case 'discarded':
      return ending.decidedBy === 'user' ? preview.title : `${preview.title}, by the agent`;
    case 'refined':
      return `${preview.title}, sent back with your notes`;
    case 'superseded':
      return `${preview.title}, by a newer plan`;
  }
}
