import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { commandOutputSchema, outputPageSchema } from '../transcript/command-run.ts';
import { inChat, ofToolCall } from './call.ts';
import { failures } from './failures.ts';

/** The calls about the commands that an agent runs. */
export const commandCalls = {
  /** The last lines of a running command, then again as they change; ends with the command. */
  watchOutput: inChat.input(z.object(ofToolCall)).output(eventIterator(commandOutputSchema)),
  /** Returns a part of a command's output, from a line on. Ends in `no-output`. */
  readOutput: inChat
    .errors({ 'no-output': failures['no-output'] })
    .input(z.object({ ...ofToolCall, from: z.number().int().min(0) }))
    .output(outputPageSchema),
  /** Ends a command and all that it started; returns when nothing of it is left. */
  stopCommand: inChat.input(z.object(ofToolCall)),
};
