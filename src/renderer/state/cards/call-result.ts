import { failureText } from '../../connection/failure-text.ts';

type Failed = { ok: false; message: string };

/** How a call of a card ended, with what to tell the person where it failed. */
export function resultOf(call: Promise<unknown>): Promise<{ ok: true } | Failed> {
  return call.then(() => ({ ok: true as const }), failed);
}

export function failed(error: unknown): Failed {
  return { ok: false, message: failureText(error) };
}
