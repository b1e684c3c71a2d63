import type { FailureKind } from './failure-kind.ts';
import type { Setup } from './provider-settings.ts';

/** The service that a failed request went to; undefined where unknown. */
export type FailedService =
  | (Pick<Setup, 'provider' | 'keyFrom' | 'addressFrom'> & { apiKey?: string })
  | undefined;

/** Returns what a person can do in a chat about a failure of this kind. */
export function whatToDo(kind: FailureKind, whom: FailedService): string {
  switch (kind) {
    case 'interrupted':
      return 'Choose Resume to let the agent go on.';
    case 'error':
    case 'unknown':
      return 'Choose Resume to try again.';
    case 'length':
      return 'Choose Resume to let it go on; it is told how long an answer may be.';
    case 'content-filter':
      return 'Put it in other words and send it again.';
    case 'too-long':
      return 'Start a new chat on the same folder and say briefly where you were.';
    case 'too-large':
      return 'Choose Edit and resend on your message, and send it with fewer files.';
    case 'image-refused':
      return 'Choose Edit and resend on your message, and send it without its images.';
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
    case 'proxy-failed':
      return `${proxyRemedy} Then choose Resume.`;
    case 'wrong-key':
    case 'not-allowed':
    case 'no-credit':
    case 'no-model':
    case 'unreadable':
    case 'web-page':
    case 'unreachable':
    case 'unknown-address':
    case 'unverified':
    case 'redirected':
    case 'list-too-large':
      return `${remedyFor(kind, whom, 'chat')} Then choose Resume.`;
  }
}

/** What a person can do about a proxy, wherever they read it. */
export const proxyRemedy =
  'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and start Parley again when you have changed one.';

type Where = 'chat' | 'settings';

type Mendable = Extract<
  FailureKind,
  | 'wrong-key'
  | 'not-allowed'
  | 'no-credit'
  | 'no-model'
  | 'unreadable'
  | 'web-page'
  | 'unreachable'
  | 'unknown-address'
  | 'unverified'
  | 'redirected'
  | 'list-too-large'
>;

/**
 * Returns what a person can do, by the provider and the source of its settings. `where` is where they read it: a
 * chat, or Settings.
 */
export function remedyFor(kind: Mendable, whom: FailedService, where: Where): string {
  const address = placeOf('address', whom, where);
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
        : `Choose another model under the message field${isUsual(whom) ? '' : `, or check ${address.named}${address.again}`}.`;
    case 'unreadable':
    case 'web-page':
    case 'redirected':
    case 'list-too-large':
      return check('address', whom, where);
    case 'unreachable':
      if (whom?.provider.id === 'ollama')
        return `Start Ollama, for example with “ollama serve”, or check ${address.named}${address.again}.`;
      return isUsual(whom)
        ? online
        : `Check that you are online, that the server is running and that ${address.named} is right${address.again}.`;
    case 'unknown-address':
      return isUsual(whom)
        ? online
        : `Check that you are online and that ${address.named} is right${address.again}.`;
    case 'unverified':
      return isUsual(whom)
        ? 'Check your network’s settings.'
        : `Check your network and ${address.named}${address.again}.`;
  }
}

const online = 'Check that you are online.';

/** True for a service at its default address. */
function isUsual(whom: FailedService): boolean {
  return whom?.addressFrom === 'none';
}

/** Returns where a person can check a key or an address, by its source. */
export function check(what: 'key' | 'address', whom: FailedService, where: Where): string {
  const { named, again } = placeOf(what, whom, where);
  return `Check ${named}${again}.`;
}

/** Returns the name of a key or address, by its source, and the end of a sentence about changing it. */
function placeOf(what: 'key' | 'address', whom: FailedService, where: Where) {
  const place = where === 'chat' ? ' in Settings' : '';
  if (whom === undefined) return { named: `the ${what}${place}`, again: '' };
  const { provider, keyFrom, addressFrom } = whom;
  const [from, variable] =
    what === 'key' ? [keyFrom, provider.keyVariable] : [addressFrom, provider.addressVariable];
  return from === 'environment'
    ? { named: variable, again: ', and start Parley again when you have changed it' }
    : { named: `the ${what} for ${provider.name}${place}`, again: '' };
}
