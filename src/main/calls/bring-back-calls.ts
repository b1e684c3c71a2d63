import { type Calls, withProblem } from './calls.ts';

/** The calls about what can be done with the changes of a chat's worktree. */
export function bringBackCalls({ bringBack: calls }: Calls) {
  return {
    offer: calls.offer.handler(
      async ({ input, context: { bringBack } }) =>
        (await (await bringBack()).offer(input.workspaceId)) ?? null,
    ),
    merge: calls.merge.handler(async ({ input, context: { bringBack } }) =>
      (await bringBack()).merge(input.workspaceId, input),
    ),
    intoFolder: calls.intoFolder.handler(async ({ input, context: { bringBack }, errors }) => {
      const result = await (await bringBack()).intoFolder(input.workspaceId);
      if (!result.ok) throw errors['not-brought-back'](withProblem(result.problem));
      return { toolCallId: result.toolCallId };
    }),
  };
}
