import { z } from 'zod';
import { permissionIdSchema, ruleIdSchema } from '../ids.ts';
import { permissionAnswerSchema, permissionDraftSchema } from '../permissions/permission.ts';
import { call, inChat, ofToolCall } from './call.ts';
import { failures } from './failures.ts';

const ofPermission = { ...ofToolCall, permissionId: permissionIdSchema };

/** The calls of a permission's card. */
export const permissionCalls = {
  /** Takes the person's answer to exactly the permission they saw. A failure allows nothing. */
  answerPermission: inChat
    .errors({
      'permission-settled': failures['permission-settled'],
      'invalid-answer': failures['invalid-answer'],
    })
    .input(z.object({ ...ofPermission, answer: permissionAnswerSchema })),
  /** Keeps unsent entries of a permission's card. */
  savePermissionDraft: call.input(z.object({ ...ofPermission, draft: permissionDraftSchema })),
};

/** The calls about the person's standing answers. */
export const ruleCalls = {
  /** Removes a standing answer; one that is gone already stays so. */
  remove: call.input(z.object({ ruleId: ruleIdSchema })),
};
