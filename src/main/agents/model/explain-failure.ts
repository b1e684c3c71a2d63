import type { Problem } from '../../../shared/workspace/workspace.ts';
import { boundWords } from './model-bounds.ts';
import { type FailureKind, failureKind } from './failure-kind.ts';
import type { Setup } from './provider-settings.ts';

/** The service a failed request went to; undefined where none in particular is known. */
export type FailedService = Pick<Setup, 'provider' | 'keyFrom' | 'addressFrom'> | undefined;

const kept = 'Everything in this chat is kept, your message too.';

/**
 * Explains to a person why a model call failed and what to do; undefined for an abort, which is no failure.
 * Repeats nothing a provider wrote, so that no key or address of a request gets out.
 */
export function explainFailure(error: unknown, whom?: FailedService): Problem | undefined {
  const kind = failureKind(error);
  if (kind === undefined) return undefined;
  return { what: describeFailure(kind, whom), kept, todo: whatToDo(kind, whom) };
}

/** Returns a sentence for a person about a failure of this kind. */
export function describeFailure(kind: FailureKind, whom: FailedService): string {
  const name = whom?.provider.name ?? 'The provider';
  switch (kind) {
    case 'interrupted':
      return 'The connection broke off in the middle of the answer.';
    case 'error':
      return 'The model stopped because of an error.';
    case 'length':
      return 'The answer reached the longest the model may write.';
    case 'content-filter':
      return `${name} refused to answer this.`;
    case 'too-long':
      return 'This chat has grown longer than the model can read.';
    case 'overloaded':
      return `${name} is overloaded just now.`;
    case 'limited':
      return `${name} has had too many requests from your account for now.`;
    case 'server-failed':
      return `${name} had a problem of its own.`;
    case 'wrong-key':
      return whom?.keyFrom === 'none' ? `${name} asks for a key.` : `${name} does not accept the key.`;
    case 'not-allowed':
      return 'The key may not be used for this model.';
    case 'no-credit':
      return `Your account at ${whom === undefined ? 'the provider' : name} has no credit left.`;
    case 'no-model':
      return `${name} does not have the chosen model at this address.`;
    case 'refused':
      return `${name} did not accept the request.`;
    case 'unreadable':
      return `${name} sent an answer that could not be read.`;
    case 'unreachable':
      return `${name} could not be reached.`;
    case 'unknown-address':
      return `The address of ${whom === undefined ? 'the provider' : name} could not be found.`;
    case 'unverified':
      return `The identity of ${whom === undefined ? 'the provider' : name} could not be verified, so nothing was sent.`;
    case 'event-too-large':
    case 'answer-too-large':
    case 'stream-too-large':
    case 'tool-input-too-large':
    case 'too-many-calls':
    case 'too-many-parts':
    case 'list-too-large':
    case 'no-head':
      return boundWords(kind, name);
    case 'redirected':
      return `${name} sent the request on to another address. Parley did not follow: what it sends goes to the address that is set, and nowhere else.`;
    case 'unknown':
      return 'Something went wrong while the agent was working.';
  }
}

function whatToDo(kind: FailureKind, whom: FailedService): string {
  switch (kind) {
    case 'interrupted':
      return 'Choose Resume to let the agent go on.';
    case 'error':
    case 'unknown':
      return 'Choose Resume to try again.';
    case 'length':
      return 'Choose Resume to let it go on.';
    case 'content-filter':
      return 'Put it in other words and send it again.';
    case 'too-long':
      return 'Start a new chat on the same folder and say briefly where you were.';
    case 'event-too-large':
    case 'answer-too-large':
    case 'stream-too-large':
    case 'tool-input-too-large':
    case 'too-many-calls':
    case 'too-many-parts':
      return 'Ask for it in smaller steps, or choose Resume to have the answer made again.';
    case 'no-head':
      return 'Choose Resume to ask again, or choose another model at the top of this chat.';
    case 'overloaded':
      return 'Wait a minute, then choose Resume.';
    case 'limited':
      return 'Wait a minute, then choose Resume. If it keeps happening, look at the limits of your account.';
    case 'server-failed':
      return 'Choose Resume to try again in a moment.';
    case 'refused':
      return 'Choose Resume to try once more. If it fails again, start a new chat on the same folder.';
    case 'wrong-key':
    case 'not-allowed':
    case 'no-credit':
    case 'no-model':
    case 'unreadable':
    case 'unreachable':
    case 'unknown-address':
    case 'unverified':
    case 'redirected':
    case 'list-too-large':
      return `${remedyFor(kind, whom, ' in Settings')} Then choose Resume.`;
  }
}

type Mendable = Extract<
  FailureKind,
  | 'wrong-key'
  | 'not-allowed'
  | 'no-credit'
  | 'no-model'
  | 'unreadable'
  | 'unreachable'
  | 'unknown-address'
  | 'unverified'
  | 'redirected'
  | 'list-too-large'
>;

/**
 * Returns the steps a person can take, by the provider and by the source of its settings. `where` follows the
 * name of the setting to check; it is empty for a person who has the settings open.
 */
function remedyFor(kind: Mendable, whom: FailedService, where: string): string {
  switch (kind) {
    case 'wrong-key':
      return checkKey(whom, where);
    case 'not-allowed':
      return 'Choose another model at the top of this chat, or a key that may use this one.';
    case 'no-credit':
      return 'Add credit to the account.';
    case 'no-model':
      return whom?.provider.id === 'ollama'
        ? 'Fetch it with “ollama pull” and its name, or choose another model at the top of this chat.'
        : `Choose another model at the top of this chat. ${checkAddress(whom, where)}`;
    case 'unreadable':
    case 'redirected':
    case 'list-too-large':
      return checkAddress(whom, where);
    case 'unreachable':
      return whom?.provider.id === 'ollama'
        ? `Start Ollama, for example with “ollama serve”. ${checkAddress(whom, where)}`
        : `Check the connection, and that the server is running if the address is your own. ${checkAddress(whom, where)}`;
    case 'unknown-address':
      return `Check the connection. ${checkAddress(whom, where)}`;
    case 'unverified':
      return `Check your network’s settings. ${checkAddress(whom, where)}`;
  }
}

function checkKey(whom: FailedService, where: string): string {
  if (whom === undefined) return `Check the key${where}.`;
  const { provider, keyFrom } = whom;
  return keyFrom === 'environment'
    ? `Check ${provider.keyVariable}, and start Parley again when you have changed it.`
    : `Check the key for ${provider.name}${where}.`;
}

function checkAddress(whom: FailedService, where: string): string {
  if (whom === undefined) return `Check the address${where}.`;
  const { provider, addressFrom } = whom;
  return addressFrom === 'environment'
    ? `Check ${provider.addressVariable}, and start Parley again when you have changed it.`
    : `Check the address for ${provider.name}${where}.`;
}

/** Explains a failed check of a provider from Settings, and the remedy there, where no chat is. */
export function explainCheck(error: unknown, whom: FailedService): string {
  const kind = failureKind(error) ?? 'unknown';
  switch (kind) {
    case 'wrong-key':
    case 'no-credit':
    case 'unreadable':
    case 'unreachable':
    case 'unknown-address':
    case 'unverified':
    case 'redirected':
    case 'list-too-large':
      return `${describeFailure(kind, whom)} ${remedyFor(kind, whom, '')}`;
    case 'not-allowed':
      return 'The key is known, but may not be used for this. Check its rights at the provider.';
    case 'no-model':
      return `There is no list of models at this address. ${checkAddress(whom, '')}`;
    case 'overloaded':
    case 'limited':
    case 'server-failed':
    case 'no-head':
      return `${describeFailure(kind, whom)} Try again in a minute.`;
    case 'interrupted':
      return 'The connection broke off before the answer was there. Try again.';
    case 'error':
    case 'length':
    case 'content-filter':
    case 'too-long':
    case 'refused':
    case 'event-too-large':
    case 'answer-too-large':
    case 'stream-too-large':
    case 'tool-input-too-large':
    case 'too-many-calls':
    case 'too-many-parts':
    case 'unknown':
      return `${whom?.provider.name ?? 'The provider'} did not accept the request. ${checkAddress(whom, '')}`;
  }
}
