import { z } from 'zod';
import { longestText } from '../../shared/longest-text.ts';
import { type AgentTool, toolOf } from './tool.ts';
import type { Plans, StagedPlan } from '../previews/plans/plans.ts';

const name = 'propose_plan';

const inputSchema = z.lazy(() =>
  z.object({
    title: z.string().min(1).describe('A few words; the plan’s file is named after them'),
    plan: z.string().max(longestText).describe('The whole plan in Markdown, with headings'),
  }),
);

const description =
  'Propose a plan, or a new version of it: the person reads it as a preview, and approves it, sends it back with notes, or discards it. The whole plan goes into the call. A newer plan takes the place of the one before.';

/** The tool that proposes a plan, in plan mode; it stages, and the person decides. */
export function createProposePlanTool(plans: Plans): AgentTool {
  return toolOf({
    name,
    kind: 'preview',
    description,
    inputSchema,
    async run(input, context) {
      const staged = plans.stage(context, { ...input, sourceToolName: name });
      return staged.ok ? { ok: true, text: stagedText(staged) } : staged;
    },
  });
}

function stagedText({ action, superseded }: Extract<StagedPlan, { ok: true }>): string {
  const older = superseded.map(({ shown: { label } }) => `\nThis takes the place of the plan “${label}”.`);
  return `Preview: ${action.shown.label}. The person sees the plan; nothing is approved yet.${older.join('')}`;
}
