import { z } from 'zod';
import { formAnswerSchema, formDraftSchema } from '../forms/form.ts';
import { formIdSchema } from '../ids.ts';
import { call, inChat, ofToolCall } from './call.ts';
import { failures } from './failures.ts';

const ofForm = { ...ofToolCall, formId: formIdSchema };

/** The calls of the card of a form or link. */
export const formCalls = {
  /** Takes the person's answer to exactly the form they saw; one that breaks a rule leaves it waiting. */
  answerForm: inChat
    .errors({ 'form-settled': failures['form-settled'], 'invalid-answer': failures['invalid-answer'] })
    .input(z.object({ ...ofForm, answer: formAnswerSchema })),
  /** The person is done with what a link that they opened was for. */
  finishLink: inChat.input(z.object(ofForm)),
  /** Keeps unsent entries of a form; those of secrets are dropped. */
  saveFormDraft: call.input(z.object({ ...ofForm, draft: formDraftSchema })),
};
