import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { workspaceIdSchema } from '../ids.ts';
import { call } from './call.ts';
import { failures } from './failures.ts';

/** Who a person signs in to: the agent of a chat, or one in Settings, by the name that chats store. */
export const terminalOfSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chat'), workspaceId: workspaceIdSchema }),
  z.object({ type: z.literal('agent'), agent: z.string().min(1).max(300) }),
]);

const terminalId = z.string().min(1).max(100);

/** A size in characters; main keeps it to what programs can bear. */
const size = { columns: z.number().int().min(1).max(10_000), rows: z.number().int().min(1).max(10_000) };

/** The characters of one piece of input. */
export const longestInput = 10_000;

/** The end of a program in a terminal; `flooded` where it wrote without end. */
export const terminalEndSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('exited'), code: z.number().int(), signal: z.number().int().nullable() }),
  z.object({ type: z.literal('flooded') }),
]);

/**
 * The output of a terminal: first all that is kept of its output, to `view`, the one window that it listens to now; then
 * what comes. `elsewhere`: another window shows it from now on.
 */
export const terminalEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('screen'), view: z.number().int(), data: z.string() }),
  z.object({ type: z.literal('output'), data: z.string() }),
  z.object({ type: z.literal('elsewhere') }),
  z.object({ type: z.literal('ended'), end: terminalEndSchema }),
]);

const inView = { terminal: terminalId, view: z.number().int() };

/** The calls about the terminals in which people sign in to agents. */
export const terminalCalls = {
  /**
   * Opens the terminal of an agent with the program that the way of that id names, or the one that is open already.
   * Starts the agent to hear its ways. Ends in `sign-in-failed`.
   */
  open: call
    .errors({ 'sign-in-failed': failures['sign-in-failed'] })
    .input(z.object({ of: terminalOfSchema, way: z.string().max(1_000), ...size }))
    .output(z.object({ terminal: terminalId, command: z.string() })),
  /** Streams its output until its program has ended or another window shows it; ends in `no-such-terminal`. */
  watch: call
    .errors({ 'no-such-terminal': failures['no-such-terminal'] })
    .input(z.object({ terminal: terminalId }))
    .output(eventIterator(terminalEventSchema)),
  /** Says how much of the output is on the screen; while much is not, the program waits. */
  took: call.input(z.object({ ...inView, characters: z.number().int().min(0) })),
  /** Types something; `nth` counts what a view typed, so that nothing is typed twice. */
  write: call.input(
    z.object({ ...inView, nth: z.number().int().min(0), data: z.string().max(longestInput) }),
  ),
  resize: call.input(z.object({ ...inView, ...size })),
  /** Ends its program and all that this started; returns when nothing of it is left. */
  close: call.input(z.object({ terminal: terminalId })),
};

export type TerminalOf = z.infer<typeof terminalOfSchema>;
export type TerminalEnd = z.infer<typeof terminalEndSchema>;
export type TerminalEvent = z.infer<typeof terminalEventSchema>;
