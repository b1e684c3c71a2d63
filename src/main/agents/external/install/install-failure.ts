import type { Environment } from '../../../commands/command-environment.ts';
import { proxyFor, readProxySettings, shownProxy } from '../../../network/proxy-settings.ts';
import type { NpmFailure } from './npm.ts';

/** Why an agent could not be installed, and what to do about it, for the person. */
export type InstallFailure = { what: string; todo: string };

export const npmMissing: InstallFailure = {
  what: 'npm was not found on this machine.',
  todo: 'Install Node.js from nodejs.org, which brings npm, then try again.',
};

/** Explains a package in which the program that Parley starts is missing. */
export function programMissing(spec: string): InstallFailure {
  return {
    what: `npm installed ${spec}, but the program is not in it.`,
    todo: 'Try again. If that does not help, install it by hand.',
  };
}

/** Explains a script of a package that failed. */
export function setUpFailed(script: string): InstallFailure {
  return { what: `Its own script ${script} failed.`, todo: 'See what it printed, then try again.' };
}

/** Explains an error of the system with a code about the disk; undefined for any other. */
export function diskFailure(code: string | undefined, folder: string): InstallFailure | undefined {
  switch (kinds.get(code ?? '')) {
    case 'disk':
      return full(folder);
    case 'rights':
      return notWritable(folder);
    case undefined:
    case 'network':
    case 'proxy':
    case 'certificate':
    case 'absent':
    case 'account':
    case 'damaged':
      return undefined;
  }
}

function full(folder: string): InstallFailure {
  return { what: `The disk of ${folder} is full.`, todo: 'Make room on it, then try again.' };
}

function notWritable(folder: string): InstallFailure {
  return { what: `${folder} can’t be written to.`, todo: 'Make that folder yours again, then try again.' };
}

type Kind = 'network' | 'proxy' | 'certificate' | 'disk' | 'rights' | 'absent' | 'account' | 'damaged';

const network =
  'ENOTFOUND EAI_AGAIN ECONNREFUSED ECONNRESET ETIMEDOUT ENETUNREACH EHOSTUNREACH ECONNECTIONTIMEOUT ' +
  'EIDLETIMEOUT ERESPONSETIMEOUT ETRANSFERTIMEOUT ERR_SOCKET_TIMEOUT EPROTO FETCH_ERROR E502 E503 E504';

const certificate =
  'SELF_SIGNED_CERT_IN_CHAIN DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_GET_ISSUER_CERT ' +
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_HAS_EXPIRED ' +
  'ERR_TLS_CERT_ALTNAME_INVALID';

const kinds = new Map<string, Kind>(
  (
    [
      ['network', network],
      ['proxy', 'E407'],
      ['certificate', certificate],
      ['disk', 'ENOSPC EDQUOT'],
      ['rights', 'EACCES EPERM EROFS'],
      ['absent', 'E404 ETARGET ENOVERSIONS'],
      ['account', 'E401 E403 ENEEDAUTH'],
      ['damaged', 'EINTEGRITY'],
    ] as const
  ).flatMap(([kind, codes]) => codes.split(' ').map((code) => [code, kind] as const)),
);

type About = {
  spec: string;
  /** The folder that it was to be installed in. */
  folder: string;
  env: Environment;
};

/** Explains an install that npm could not do. */
export function explainNpm({ code, summary, ran }: NpmFailure, { spec, folder, env }: About): InstallFailure {
  if (!ran) {
    return {
      what: 'npm itself could not be run.',
      todo: 'Its Node.js may be too old for it: update Node.js from nodejs.org, then try again.',
    };
  }
  const registry = URL.parse(/https?:\/\/[^\s,]+/.exec(summary)?.[0] ?? '');
  const host = registry?.host ?? 'its registry';
  const proxy = registry === null ? null : proxyFor(registry, readProxySettings(env).settings);
  switch (kinds.get(code ?? '')) {
    case 'network':
      return {
        what: `npm could not reach ${host}${proxy === null ? '' : ` by the proxy ${shownProxy(proxy)}`}.`,
        todo:
          proxy === null
            ? 'Check your connection, then try again. Behind a proxy, set HTTPS_PROXY, or “proxy” in .npmrc.'
            : 'Check your connection and that proxy, then try again.',
      };
    case 'proxy':
      return {
        what: `The proxy ${proxy === null ? '' : `${shownProxy(proxy)} `}wants a name and a password.`,
        todo: 'Put them into HTTPS_PROXY (http://name:password@…), or “proxy” in .npmrc, then try again.',
      };
    case 'certificate':
      return {
        what: `npm does not trust the certificate of ${host}.`,
        todo: 'Name your company’s authority in NODE_EXTRA_CA_CERTS, or “cafile” in .npmrc, then try again.',
      };
    case 'disk':
      return full(folder);
    case 'rights':
      return notWritable(folder);
    case 'absent':
      return {
        what: `${host} does not have ${spec}.`,
        todo: 'If .npmrc names a registry of your company, ask for the package there, then try again.',
      };
    case 'account':
      return {
        what: `${host} wants you to log in.`,
        todo: 'Run “npm login” in a terminal, then try again.',
      };
    case 'damaged':
      return { what: 'What npm fetched is damaged.', todo: 'Try again.' };
    case undefined:
      return {
        what: `npm could not install it${code === null ? '' : ` (${code})`}.`,
        todo: 'See what it printed, then try again.',
      };
  }
}
