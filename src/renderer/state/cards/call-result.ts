import { failureText } from '../../connection/connection.ts';

type Failed = { ok: false; message: string };

/** Resolves to the result of a card's call, with the message for the person if it failed. */
export function resultOf(call: Promise<unknown>): Promise<{ ok: true } | Failed> {
  return call.then(() => ({ ok: true as const }), failed);
}

export function failed(error: unknown): Failed {
  return { ok: false, message: failureText(error) };
}
