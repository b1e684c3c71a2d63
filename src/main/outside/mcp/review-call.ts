import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { ReviewOutcome } from '../../../shared/contract/outside-review.ts';
import { reviewInput } from '../../../shared/contract/review-plan-tool.ts';
import { invalidInput } from '../../../shared/dialects/invalid-input.ts';
import type { OutsideReviews } from '../outside-reviews.ts';
import { kept } from './ask-call.ts';
import { folderOf } from './call-folder.ts';
import { toResult } from './call-result.ts';
import { clientOf } from './mcp-client.ts';
import type { OutsideCallOf } from './outside-call.ts';
import { tellProgress } from './progress.ts';

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
