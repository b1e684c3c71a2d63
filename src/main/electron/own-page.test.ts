import { expect, test } from 'vitest';
import { mayBeFramed, mayUse, ownPageAt } from './own-page.ts';

const isOwnPage = ownPageAt('app://parley/index.html');
const own = { url: 'app://parley/index.html', isMainFrame: true };

test('our page is known by its scheme and host', () => {
  for (const url of ['app://parley/', 'app://parley/index.html#a']) expect(isOwnPage(url)).toBe(true);
  for (const url of ['https://parley/', 'app://other/', 'app://parley.evil.com/', 'parley', ''])
    expect(isOwnPage(url)).toBe(false);
});

test('a frame shows our own pages for frames alone', () => {
  expect(mayBeFramed('app://parley/assets/diagram-1a.html', isOwnPage)).toBe(true);
  for (const url of [
    'app://parley/index.html',
    'app://other/assets/diagram-1a.html',
    'https://parley/assets/diagram-1a.html',
    'app://parley/assets/../index.html',
    'about:blank',
    '',
  ])
    expect(mayBeFramed(url, isOwnPage)).toBe(false);
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
