import type { FailureKind } from './failure-kind.ts';
import type { Setup } from './provider-settings.ts';

/** The service a failed request went to; undefined where none in particular is known. */
export type FailedService = Pick<Setup, 'provider' | 'keyFrom' | 'addressFrom'> | undefined;

/** Returns what a person can do in a chat about a failure of this kind. */
export function whatToDo(kind: FailureKind, whom: FailedService): string {
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
    case 'tool-input-too-deep':
    case 'too-many-calls':
    case 'too-many-parts':
      return 'Ask for it in smaller steps, or choose Resume to have the answer made again.';
    case 'no-head':
      return 'Choose Resume to ask again, or choose another model under the message field.';
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
      return `${remedyFor(kind, whom, 'chat')} Then choose Resume.`;
  }
}

type Where = 'chat' | 'settings';

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
 * Returns the steps a person can take, by the provider and by the source of its settings. `where` is the
 * place where the person reads them: a chat, or Settings themselves.
 */
export function remedyFor(kind: Mendable, whom: FailedService, where: Where): string {
  switch (kind) {
    case 'wrong-key':
      return check('key', whom, where);
    case 'not-allowed':
      return 'Choose another model under the message field, or a key that may use this one.';
    case 'no-credit':
      return 'Add credit to the account.';
    case 'no-model':
      return whom?.provider.id === 'ollama'
        ? 'Fetch it with “ollama pull” and its name, or choose another model under the message field.'
        : `Choose another model under the message field. ${check('address', whom, where)}`;
    case 'unreadable':
    case 'redirected':
    case 'list-too-large':
      return check('address', whom, where);
    case 'unreachable':
      return whom?.provider.id === 'ollama'
        ? `Start Ollama, for example with “ollama serve”. ${check('address', whom, where)}`
        : `Check the connection, and that the server is running if the address is your own. ${check('address', whom, where)}`;
    case 'unknown-address':
      return `Check the connection. ${check('address', whom, where)}`;
    case 'unverified':
      return `Check your network’s settings. ${check('address', whom, where)}`;
  }
}

/** Returns where a person can look at a key or an address, by its source. */
export function check(what: 'key' | 'address', whom: FailedService, where: Where): string {
  const place = where === 'chat' ? ' in Settings' : '';
  if (whom === undefined) return `Check the ${what}${place}.`;
  const { provider, keyFrom, addressFrom } = whom;
  const [from, variable] =
    what === 'key' ? [keyFrom, provider.keyVariable] : [addressFrom, provider.addressVariable];
  return from === 'environment'
    ? `Check ${variable}, and start Parley again when you have changed it.`
    : `Check the ${what} for ${provider.name}${place}.`;
}
