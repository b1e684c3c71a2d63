import { z } from 'zod';
import { permissionIdSchema, ruleIdSchema, toolCallIdSchema } from '../ids.ts';
import { permissionAnswerSchema, permissionDraftSchema } from '../permissions/permission.ts';
import { call, inWorkspace } from './course-calls.ts';
import { failures } from './failures.ts';

const ofPermission = { ...inWorkspace, toolCallId: toolCallIdSchema, permissionId: permissionIdSchema };

/** The calls about what a chat's agent asks permission for. */
export const permissionCalls = {
  /**
   * Takes the person's answer to exactly the permission they saw. Ends in `permission-settled` or
   * `invalid-answer` without allowing anything.
   */
  answerPermission: call
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
