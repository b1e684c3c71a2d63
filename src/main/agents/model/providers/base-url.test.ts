import { expect, test } from 'vitest';
import { ollamaUrl, shownAddress, versionedUrl } from './base-url.ts';

test.each([
  ['https://api.example.org', 'https://api.example.org/v1'],
  ['https://api.example.org/', 'https://api.example.org/v1'],
  ['https://api.example.org/v1', 'https://api.example.org/v1'],
  [' https://api.example.org/v1/ ', 'https://api.example.org/v1'],
  ['https://example.org/openai', 'https://example.org/openai/v1'],
  ['https://example.org/api/paas/v4', 'https://example.org/api/paas/v4'],
  ['https://example.org/v1beta/openai', 'https://example.org/v1beta/openai'],
])('%s is asked at %s', (address, expected) => {
  expect(versionedUrl(address, 'v1')).toBe(expected);
});

test.each(['', 'localhost:1', 'ftp://x', 'https://me:secret@x', 'https://x/v1?key=secret'])(
  '%s cannot be used',
  (address) => {
    expect(versionedUrl(address, 'v1')).toBeUndefined();
    expect(shownAddress(address)).not.toContain('secret');
  },
);

test.each([
  ['127.0.0.1', 'http://127.0.0.1:11434'],
  ['127.0.0.1:5000', 'http://127.0.0.1:5000'],
  [':5000', 'http://127.0.0.1:5000'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:80', 'http://127.0.0.1'],
  ['[::]:11434', 'http://[::1]:11434'],
  ['models.local', 'http://models.local:11434'],
  ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434'],
  ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434'],
  ['http://127.0.0.1:11434/api', 'http://127.0.0.1:11434'],
  ['https://ollama.example.org', 'https://ollama.example.org'],
  ['http://ollama.example.org/models', 'http://ollama.example.org/models'],
])('OLLAMA_HOST %s is asked at %s', (host, expected) => {
  expect(ollamaUrl(host)).toBe(expected);
});

test.each(['ftp://x', 'me:secret@models.local', 'not an address'])(
  'OLLAMA_HOST %s cannot be used',
  (host) => {
    expect(ollamaUrl(host)).toBeUndefined();
    expect(shownAddress(host)).not.toContain('secret');
  },
);
