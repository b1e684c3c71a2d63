import { domainToUnicode } from 'node:url';
import type { FormSubject } from '../../shared/forms/form.ts';

/** Longer addresses are refused. */
const longestLink = 8_000;

/** Reads an address that a person is asked to open; one that is not for a browser is refused. */
export function readLink(address: string): Extract<FormSubject, { type: 'link' | 'refused' }> {
  const url = URL.canParse(address) && address.length <= longestLink ? new URL(address) : undefined;
  if (url === undefined) return { type: 'refused', reason: 'The address can’t be read.' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { type: 'refused', reason: 'Only http and https addresses are opened.' };
  const { href, hostname: host, username, password } = url;
  if (username !== '' || password !== '')
    return { type: 'refused', reason: 'An address with a name or password in it is not opened.' };
  const before = `${url.protocol}//`;
  const decoded = domainToUnicode(host);
  const read = decoded === host || decoded === '' ? {} : { decodedHost: decoded };
  return { type: 'link', before, host, after: href.slice(before.length + host.length), ...read };
}
