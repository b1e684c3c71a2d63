import { mapEventIterator } from '@orpc/client';
import {
  type Context,
  implement,
  type ImplementerInternalWithMiddlewares,
  ORPCError,
  type Router,
} from '@orpc/server';
import { z } from 'zod';
import { contract, type ParleyContract } from '../../shared/contract/contract.ts';
import { workspaceIdSchema } from '../../shared/ids.ts';
import { storageProblem } from '../storage/storage-error.ts';
import type { Services } from './services.ts';

/** All handlers; an interface, which types that are made of it name instead of writing it out. */
export interface ParleyRouter extends Router<ParleyContract, Context> {}

/** The procedures of the contract, to be given their handlers; a handler finds the services in its `context`. */
export type Calls = ImplementerInternalWithMiddlewares<typeof contract, Context, Services & Context>;

/**
 * The base of every handler of the contract. A failure that the procedure declares reaches the window as it
 * is, and so does trouble with the disk; anything else is a bug: it is reported, and the window gets the
 * reference under which it stands in the log. A call that declares `no-such-workspace` ends so unless its chat is
 * there.
 */
export function createCalls(services: Services): Calls {
  const { workspaces, report, logger } = services;
  // Inputs are checked before the last of these, which needs one.
  const calls = implement(contract, { initialInputValidationIndex: -1 })
    .use(({ next }) => next({ context: services }))
    .use(async ({ next, path, errors }) => {
      const call = path.join('.');
      const begun = performance.now();
      const note = (code: string) =>
        logger.debug('call', { call, code, ms: Math.round(performance.now() - begun) });
      const toFailure = (error: unknown): Failure => {
        if (isFailure(error)) return error;
        const reference = report(error);
        const problem = storageProblem(error);
        return problem === undefined ? unexpected(reference) : errors['storage-failed'](withProblem(problem));
      };
      try {
        const result = await next();
        note('ok');
        return isStream(result.output)
          ? { ...result, output: withFailures(result.output, toFailure) }
          : result;
      } catch (error) {
        const failure = toFailure(error);
        note(failure.code);
        throw failure;
      }
    })
    .use(({ next, errors }, input) => {
      if ('no-such-workspace' in errors && isOfUnknownChat(input, workspaces))
        throw errors['no-such-workspace']();
      return next();
    });
  return calls;
}

const ofChat = z.object({ workspaceId: workspaceIdSchema });

function isOfUnknownChat(input: unknown, workspaces: Services['workspaces']): boolean {
  const { success, data } = ofChat.safeParse(input);
  return success && !workspaces.has(data.workspaceId);
}

/** The message and the data of a failure that says in words what is in the way. */
export function withProblem(problem: string) {
  return { message: problem, data: { problem } };
}

type Failure = ORPCError<string, unknown>;

function isFailure(error: unknown): error is Failure {
  return error instanceof ORPCError;
}

type Stream = AsyncIterator<unknown, unknown, void>;

function isStream(output: unknown): output is Stream {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}

/** Maps how a stream fails, long after its call has returned. */
function withFailures(stream: Stream, toFailure: (error: unknown) => unknown): Stream {
  return mapEventIterator(stream, {
    value: async (value: unknown) => value,
    error: async (error) => toFailure(error),
  });
}

function unexpected(reference: string) {
  const message = `Something went wrong inside Parley (reference ${reference}). Try again; the log has the details.`;
  return new ORPCError('INTERNAL_SERVER_ERROR', { message });
}
