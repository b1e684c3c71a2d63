import { expect, test } from 'vitest';
import { mayUse, ownPageAt } from './own-page.ts';

const isOwnPage = ownPageAt('app://parley/index.html');
const own = { url: 'app://parley/index.html', isMainFrame: true };

test('our page is known by its scheme and host', () => {
  for (const url of ['app://parley/', 'app://parley/index.html#a']) expect(isOwnPage(url)).toBe(true);
  for (const url of ['https://parley/', 'app://other/', 'app://parley.evil.com/', 'parley', ''])
    expect(isOwnPage(url)).toBe(false);
});

test('our page may write text to the clipboard', () => {
  expect(mayUse('clipboard-sanitized-write', own, isOwnPage)).toBe(true);
});

test('nobody else may, and nothing else is allowed', () => {
  expect(mayUse('clipboard-sanitized-write', { ...own, url: 'https://evil.com/' }, isOwnPage)).toBe(false);
  expect(mayUse('clipboard-sanitized-write', { ...own, url: undefined }, isOwnPage)).toBe(false);
  expect(mayUse('clipboard-sanitized-write', { ...own, isMainFrame: false }, isOwnPage)).toBe(false);
  for (const permission of ['clipboard-read', 'notifications', 'media', 'geolocation', 'openExternal'])
    expect(mayUse(permission, own, isOwnPage)).toBe(false);
});
