import type { Problem, Remedy } from '../../../shared/workspace/turn-state.ts';
import type { FailureKind } from './failure-kind.ts';
import { askAgain, changeKey, type FailedService, goOn, openModels, retry, switchModel } from './remedies.ts';

/** A failure in a chat; `canCompact` where a summary of its earlier turns would make room. */
export type FailedRequest = { whom: FailedService; canCompact: boolean };

/** What a person can do in a chat about a failure. */
export type Advice = Pick<Problem, 'topic' | 'todo' | 'remedies'>;

/** Returns what a person can do in a chat about a failure of this kind. */
export function adviceFor(kind: FailureKind, request: FailedRequest): Advice {
  return advice[kind](request);
}

const tooMuch = (): Advice => ({
  topic: 'cut',
  todo: 'Ask for it in smaller steps, or have it answered again.',
  remedies: [askAgain, switchModel],
});

/** One entry a kind: what its card is about, says and offers. */
const advice: Record<FailureKind, (request: FailedRequest) => Advice> = {
  interrupted: () => ({ topic: 'connection', todo: 'It can go on from there.', remedies: [goOn] }),
  error: () => ({
    topic: 'no-answer',
    todo: 'Asking again usually helps.',
    remedies: [askAgain, switchModel],
  }),
  unknown: () => ({ topic: 'parley', todo: 'Trying again may help.', remedies: [retry] }),
  length: () => ({
    topic: 'cut',
    todo: 'It can go on from there, and is told how long an answer may be.',
    remedies: [goOn],
  }),
  'content-filter': () => ({
    topic: 'refusal',
    todo: 'Put it in other words and send it again, or ask another model.',
    remedies: [switchModel],
  }),
  'too-long': ({ canCompact }) => ({
    topic: 'too-long',
    todo: canCompact
      ? 'Compacting keeps what you decided, and sums up the earlier turns.'
      : 'This turn alone is longer than that. Choose a model that reads more, or send your message again with less in it.',
    remedies: canCompact ? [{ type: 'compact' }, switchModel] : [switchModel],
  }),
  'too-large': () => ({
    topic: 'too-long',
    todo: 'Edit your message and send it with fewer files, or choose another model.',
    remedies: [switchModel],
  }),
  'image-refused': () => ({
    topic: 'image',
    todo: 'Edit your message and send it without its images, or choose another model.',
    remedies: [switchModel],
  }),
  'event-too-large': tooMuch,
  'answer-too-large': tooMuch,
  'stream-too-large': tooMuch,
  'tool-input-too-large': tooMuch,
  'tool-input-too-deep': tooMuch,
  'too-many-calls': tooMuch,
  'too-many-parts': tooMuch,
  'no-head': () => ({
    topic: 'connection',
    todo: 'Asking again may help, or another model.',
    remedies: [askAgain, switchModel],
  }),
  overloaded: () => ({
    topic: 'limit',
    todo: 'It usually passes in a minute.',
    remedies: [retry, switchModel],
  }),
  limited: () => ({
    topic: 'limit',
    todo: 'It usually passes in a minute. If it keeps happening, look at the limits of your account.',
    remedies: [retry, switchModel],
  }),
  'server-failed': () => ({
    topic: 'provider',
    todo: 'It usually passes in a minute.',
    remedies: [retry, switchModel],
  }),
  refused: () => ({
    topic: 'provider',
    todo: 'Try once more. If it fails again, another model may take it.',
    remedies: [retry, switchModel],
  }),
  'proxy-failed': () => ({ topic: 'connection', todo: proxyRemedy, remedies: [retry] }),
  'wrong-key': ({ whom }) => ({ topic: 'key', ...keyAdvice(whom) }),
  'not-allowed': ({ whom }) => ({
    topic: 'key',
    todo: remedyFor('not-allowed', whom, 'chat'),
    remedies: [switchModel, ...changeKey(whom)],
  }),
  'no-credit': ({ whom }) => ({
    topic: 'account',
    todo: remedyFor('no-credit', whom, 'chat'),
    remedies: [retry, switchModel, ...changeKey(whom)],
  }),
  'no-model': ({ whom }) => ({
    topic: 'model',
    todo: remedyFor('no-model', whom, 'chat'),
    remedies: [switchModel, ...(whom?.provider.id === 'ollama' ? [retry] : checkAddress(whom))],
  }),
  unreadable: ({ whom }) => ofAddress('unreadable', whom),
  'web-page': ({ whom }) => ofAddress('web-page', whom),
  unreachable: ({ whom }) => ofAddress('unreachable', whom),
  'unknown-address': ({ whom }) => ofAddress('unknown-address', whom),
  unverified: ({ whom }) => ofAddress('unverified', whom),
  redirected: ({ whom }) => ofAddress('redirected', whom),
  'list-too-large': ({ whom }) => ofAddress('list-too-large', whom),
};

/** A key that was refused can be entered on the card, but for one of the environment. */
function keyAdvice(whom: FailedService): Pick<Advice, 'todo' | 'remedies'> {
  const change = changeKey(whom);
  if (change.length > 0) return { todo: 'It goes on once a key works.', remedies: [...change, switchModel] };
  return { todo: check('key', whom, 'chat'), remedies: [retry, switchModel] };
}

function ofAddress(kind: AddressKind, whom: FailedService): Advice {
  return {
    topic: kind === 'web-page' ? 'web-page' : 'connection',
    todo: remedyFor(kind, whom, 'chat'),
    remedies: [...(kind === 'web-page' ? openPage(whom) : []), retry, ...checkAddress(whom)],
  };
}

/** Opens what answers at the address of a service: mostly the page by which a network lets one in. */
function openPage(whom: FailedService): Remedy[] {
  const address = whom?.address === undefined ? undefined : whom.provider.baseUrl(whom.address);
  return address === undefined ? [] : [{ type: 'open-page', address: new URL(address).origin }];
}

/** Settings can change any address but one of the environment. */
function checkAddress(whom: FailedService): Remedy[] {
  return whom?.addressFrom === 'environment' ? [] : [openModels];
}

/** What a person can do about a proxy, wherever they read it. */
export const proxyRemedy =
  'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and start Parley again when you have changed one.';

type Where = 'chat' | 'settings';

type AddressKind = Extract<
  FailureKind,
  | 'unreadable'
  | 'web-page'
  | 'unreachable'
  | 'unknown-address'
  | 'unverified'
  | 'redirected'
  | 'list-too-large'
>;

type Mendable = AddressKind | Extract<FailureKind, 'wrong-key' | 'not-allowed' | 'no-credit' | 'no-model'>;

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
    case 'web-page':
      if (where === 'settings') return check('address', whom, where);
      return isUsual(whom)
        ? 'Your network may want you to sign in first.'
        : `Your network may want you to sign in first. If not, check ${address.named}${address.again}.`;
    case 'unreadable':
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
