import type { Setup } from './provider-settings.ts';

/** Returns what a server said, which may repeat what it was sent, without keys and secret parameters. */
export function withoutSecrets(
  text: string,
  { apiKey = '', parameters = [] }: Partial<Pick<Setup, 'apiKey' | 'parameters'>> = {},
): string {
  const secrets = [apiKey, ...parameters.filter(({ secret }) => secret).map(({ value }) => value)];
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .filter((secret) => secret !== '')
    .reduce((left, secret) => left.replaceAll(secret, '…'), text);
}
