import { z } from 'zod';
import { messageIdSchema } from '../ids.ts';
import { fileDiffSchema } from '../previews/preview.ts';
import { keptReasonSchema } from '../transcript/turn-changes.ts';
import { inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

const ofTurn = { ...inWorkspace, messageId: messageIdSchema };

/** `inWay` where it was changed after the turn; `binary` and `kept` ones have no lines. */
const turnFileSchema = fileDiffSchema.extend({
  kept: keptReasonSchema.optional(),
  inWay: z.literal(true).optional(),
  binary: z.literal(true).optional(),
});

export type TurnFile = z.infer<typeof turnFileSchema>;

/** The calls about the changes of a turn, which goes by the message of its agent. */
export const turnChangeCalls = {
  /** The changes of a turn that still stand, joined to one a file. */
  readTurnChanges: inChat.input(z.object(ofTurn)).output(z.object({ files: z.array(turnFileSchema) })),
  /** Undoes every file of a turn that is as the turn left it. Ends in `undo-refused` where none is. */
  undoTurn: inChat.errors({ 'undo-refused': failures['undo-refused'] }).input(z.object(ofTurn)),
};
