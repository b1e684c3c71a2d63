import { expect, it } from 'vitest';
import { formsInProcess } from '../../../test/main/forms/forms-in-process.ts';

const opened = { action: 'accept' as const, entries: [] };

it('asks to open an address, and is finished by the asker or the person', async () => {
  const one = formsInProcess();
  const { promise: completed, resolve: complete } = Promise.withResolvers<void>();
  const asked = one.open('https://login.example.com/start?x=1#top', { completed });
  await one.opened();
  expect(one.stored()[0]?.subject).toEqual({
    type: 'link',
    before: 'https://',
    host: 'login.example.com',
    after: '/start?x=1#top',
  });
  await one.answer(opened);
  const reply = await asked;
  expect(reply.action).toBe('accept');
  expect(one.stored()[0]?.finished).toBeNull();
  complete();
  if (reply.action === 'accept') await reply.finished;
  expect(one.stored()[0]?.finished).toBe('asker');
  const again = one.open('https://login.example.com/');
  await one.opened(2);
  await one.answer(opened);
  const second = await again;
  const id = one.stored()[1]?.id;
  if (id !== undefined) one.forms.finish(one.key('c'), id, 'person');
  if (second.action === 'accept') await second.finished;
  expect(one.stored()[1]?.finished).toBe('person');
});

it.each([
  [
    'https://xn--80ak6aa92e.com/x',
    { before: 'https://', host: 'xn--80ak6aa92e.com', decodedHost: 'аррӏе.com' },
  ],
  ['HTTP://Example.com:8443/a', { before: 'http://', host: 'example.com', after: ':8443/a' }],
  ['http://[::1]:80/a?b', { before: 'http://', host: '[::1]', after: '/a?b' }],
])('takes apart the address %s', async (url, parts) => {
  const one = formsInProcess();
  void one.open(url);
  await one.opened();
  expect(one.stored()[0]?.subject).toMatchObject(parts);
});

it.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://example.com',
  'nonsense',
  '',
  'https://bank.example@evil.example/',
])('refuses the address %j', async (url) => {
  expect(await formsInProcess().open(url)).toMatchObject({ action: 'refused' });
});
