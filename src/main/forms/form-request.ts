import type { FormAsker, FormValue } from '../../shared/forms/form.ts';
import type { MessageId } from '../../shared/ids.ts';
import type { CallKey } from '../pending/pending-calls.ts';

/** The call that a form or link belongs to, who asks, and their words as Markdown. */
type About = CallKey & { messageId: MessageId; who: FormAsker; message: string };

/** A form to fill in; `schema` is the asker's own JSON, before any library has read it. */
export type FormRequest = About & { schema: unknown };

/** An address to open; with `signIn` it is Parley itself that the person signs in for. */
export type LinkRequest = About & { url: string; signIn?: true };

/** `signal` aborts when the turn is stopped, `withdrawn` when the asker stops waiting. */
export type FormLimits = { signal: AbortSignal; withdrawn?: AbortSignal | undefined };

/** `completed` resolves when the asker says that what the link was for is done. */
export type LinkLimits = FormLimits & { completed?: Promise<unknown> | undefined };

/** The asker's schema or address is refused, for the reason in `problem`. */
type Refused = { action: 'refused'; problem: string };

type NotAccepted = { action: 'decline' } | { action: 'cancel' } | Refused;

/** The answer to a form, as both protocols have it; `content` has only the fields with a value. */
export type FormReply = { action: 'accept'; content: Record<string, FormValue['value']> } | NotAccepted;

/**
 * The answer to a link: the person agreed to open it. `finished` resolves once the asker or the person has called
 * done what it was for, or the turn is stopped.
 */
export type LinkReply = { action: 'accept'; finished: Promise<void> } | NotAccepted;
