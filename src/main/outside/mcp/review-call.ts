import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ReviewOutcome } from '../../../shared/contract/outside-review.ts';
import { invalidInput } from '../../../shared/dialects/invalid-input.ts';
import type { OutsideReviews } from '../outside-reviews.ts';
import { kept } from './ask-call.ts';
import { folderOf } from './call-folder.ts';
import { toResult } from './call-result.ts';
import { clientOf } from './mcp-client.ts';
import type { OutsideCallOf } from './outside-call.ts';
import { tellProgress } from './progress.ts';

export const reviewInput = z.object({
  title: z.string().trim().min(1).max(200).describe('What the plan is for, in a few words'),
  plan: z
    .string()
    .max(500_000)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .describe('The whole plan in Markdown'),
});

export const reviewDescription = `Show the person a plan, or any Markdown, and wait until they approve it, edited or not, or discard it with a reason.
Use it before you carry out something larger. Go on with the plan as it was approved; where it was discarded, read the reason and propose another.`;

/** Puts a client's plan to the person. */
export async function runReviewCall(
  { args, context, server, line }: OutsideCallOf<unknown>,
  reviews: OutsideReviews,
): Promise<CallToolResult | InputRequiredResult> {
  const parsed = reviewInput.safeParse(args);
  if (!parsed.success) return toResult({ ok: false, text: invalidInput('review_plan', parsed.error) });
  const client = clientOf(context, server);
  const folder = await folderOf(args, context, client);
  if (typeof folder === 'object' && folder !== null) return folder;
  const quiet = tellProgress(context);
  try {
    const delivery = await reviews.review({ ...parsed.data, asker: client.asker, folder }, line.end);
    if (delivery === undefined || !(await line.carry(delivery)))
      return toResult({ ok: false, text: 'Cancelled' });
    const { outcome, how } = delivery.answer;
    return toResult(wordsFor(outcome), { ...outcome, how }, how === 'asked' ? [] : [kept[how]]);
  } finally {
    quiet();
  }
}

function wordsFor(outcome: ReviewOutcome): { ok: true; text: string } {
  switch (outcome.type) {
    case 'approved': {
      const note = outcome.note === undefined ? '' : `\n\nThe user added: ${outcome.note}`;
      return { ok: true, text: `approved\n\n${outcome.plan}${note}` };
    }
    case 'discarded':
      return { ok: true, text: outcome.reason === undefined ? 'discarded' : `discarded: ${outcome.reason}` };
  }
}
