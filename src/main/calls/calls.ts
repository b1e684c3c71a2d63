import { mapEventIterator } from '@orpc/client';
import {
  type Context,
  implement,
  type ImplementerInternalWithMiddlewares,
  ORPCError,
  type Router,
} from '@orpc/server';
import { contract, type ParleyContract } from '../../shared/contract/contract.ts';
import type { Logger } from '../log.ts';
import { storageProblem } from '../storage/storage-error.ts';

/** Logs a bug and returns its reference in the log. */
export type Report = (error: unknown) => string;

/** All handlers; an interface, which types that are made of it name instead of writing it out. */
export interface ParleyRouter extends Router<ParleyContract, Context> {}

export type Calls = ImplementerInternalWithMiddlewares<typeof contract, Context, Context>;

/**
 * The base of every handler of the contract. A failure that the procedure declares reaches the window as it
 * is, and so does trouble with the disk; anything else is a bug: it is reported, and the window gets the
 * reference under which it stands in the log.
 */
export function createCalls(report: Report, log: Pick<Logger, 'debug'>): Calls {
  return implement(contract).use(async ({ next, path, errors }) => {
    const call = path.join('.');
    const begun = performance.now();
    const note = (code: string) =>
      log.debug('call', { call, code, ms: Math.round(performance.now() - begun) });
    const toFailure = (error: unknown): Failure => {
      if (isFailure(error)) return error;
      const reference = report(error);
      const problem = storageProblem(error);
      return problem === undefined
        ? unexpected(reference)
        : errors['storage-failed']({ message: problem, data: { problem } });
    };
    try {
      const result = await next();
      note('ok');
      return isStream(result.output) ? { ...result, output: withFailures(result.output, toFailure) } : result;
    } catch (error) {
      const failure = toFailure(error);
      note(failure.code);
      throw failure;
    }
  });
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
