import type { Forms } from '../forms/forms.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

type FormCallParts = { forms: Forms; workspaces: Pick<Workspaces, 'has'> };

/** The calls of the card of a form or link. */
export function formCalls({ workspace }: Calls, { forms, workspaces }: FormCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    answerForm: workspace.answerForm
      .use(known)
      .handler(async ({ input: { workspaceId, toolCallId, formId, answer }, errors }) => {
        const result = await forms.answer({ workspaceId, toolCallId }, formId, answer);
        if (result.ok) return;
        switch (result.failure) {
          case 'not-pending':
            throw errors['form-settled']();
          case 'invalid-answer':
            throw errors['invalid-answer']({ message: result.problem, data: { problem: result.problem } });
        }
      }),
    finishLink: workspace.finishLink
      .use(known)
      .handler(({ input: { workspaceId, toolCallId, formId } }) =>
        forms.finish({ workspaceId, toolCallId }, formId, 'person'),
      ),
    saveFormDraft: workspace.saveFormDraft.handler(({ input: { workspaceId, toolCallId, formId, draft } }) =>
      forms.saveDraft({ workspaceId, toolCallId }, formId, draft),
    ),
  };
}
