import { expect, test } from 'vitest';
import { comparePage, offeredPage } from './compare-page.ts';
import { remoteHost, shownAddress, withoutSignIn } from './remote-address.ts';

const compared = { branch: 'parley/retry uploads', base: 'main' };

/** The page of an address. */
function pageOf(address: string): string | undefined {
  const host = remoteHost(address);
  return host && comparePage(host, compared);
}

const gitlab = (host: string, path: string) =>
  `https://${host}/${path}/-/merge_requests/new?merge_request%5Bsource_branch%5D=parley%2Fretry+uploads&merge_request%5Btarget_branch%5D=main`;
const github = (host: string) => `https://${host}/ada/parser/compare/main...parley/retry%20uploads?expand=1`;
const azure =
  'https://dev.azure.com/org/my%20project/_git/parser/pullrequestcreate?sourceRef=parley%2Fretry+uploads&targetRef=main';

test.each([
  ['git@github.com:ada/parser.git', github('github.com')],
  ['github.com:ada/parser', github('github.com')],
  ['https://github.com/ada/parser.git', github('github.com')],
  ['https://ada:ghp_secret@github.com/ada/parser/', github('github.com')],
  ['ssh://git@ssh.github.com:443/ada/parser.git', github('github.com')],
  ['ssh://git@github.example.org:2222/ada/parser.git', github('github.example.org')],
  ['https://github.example.org:8443/ada/parser.git', github('github.example.org:8443')],
  ['git@gitlab.com:group/sub/parser.git', gitlab('gitlab.com', 'group/sub/parser')],
  ['https://oauth2:token@gitlab.example.org/group/parser.git', gitlab('gitlab.example.org', 'group/parser')],
  [
    'git@bitbucket.org:ada/parser.git',
    'https://bitbucket.org/ada/parser/pull-requests/new?source=parley%2Fretry+uploads&dest=main',
  ],
  [
    'ssh://git@codeberg.org/ada/parser.git',
    'https://codeberg.org/ada/parser/compare/main...parley/retry%20uploads',
  ],
  [
    'https://gitea.example.org/ada/parser.git',
    'https://gitea.example.org/ada/parser/compare/main...parley/retry%20uploads',
  ],
  ['git@ssh.dev.azure.com:v3/org/my%20project/parser', azure],
  ['https://org@dev.azure.com/org/my%20project/_git/parser', azure],
  ['https://git.example.org/ada/parser.git', undefined],
  ['/srv/git/parser.git', undefined],
  ['../parser.git', undefined],
  ['file:///srv/git/parser.git', undefined],
  ['C:\\git\\parser', undefined],
  ['ext::sh -c date', undefined],
])('the page of %s', (address, page) => {
  expect(pageOf(address)).toBe(page);
});

test('without a base the host takes its own', () => {
  const at = { host: 'github.com', path: 'ada/parser' };
  expect(comparePage(at, { branch: 'x', base: null })).toBe(
    'https://github.com/ada/parser/compare/x?expand=1',
  );
});

test.each([
  ['https://ada:ghp_secret@github.com/ada/parser.git', 'https://github.com/ada/parser.git'],
  ['https://ghp_secret@github.com/ada/parser.git', 'https://github.com/ada/parser.git'],
  ['https://a@b:p@ss@host.org/x', 'https://host.org/x'],
  ['https://host.org/x.git?private_token=secret', 'https://host.org/x.git'],
  ['ssh://git:secret@host.org:22/x', 'ssh://git@host.org:22/x'],
  ['git@github.com:ada/parser.git', 'git@github.com:ada/parser.git'],
  ['/srv/git/parser.git', '/srv/git/parser.git'],
])('of %s is shown %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

test('no password stays in what git prints', () => {
  expect(
    withoutSignIn("fatal: unable to access 'https://u:pw@h.org/x/': The requested URL returned error: 403"),
  ).toBe("fatal: unable to access 'https://h.org/x/': The requested URL returned error: 403");
});

test('the page that a host offers in its answer is taken where it is one of its own', () => {
  const said = [
    'To git.example.org:ada/parser.git',
    'remote: See https://evil.example.com/new',
    'remote:   https://git.example.org/ada/parser/pulls/new/x',
  ].join('\n');
  const host = { host: 'git.example.org', path: 'ada/parser' };
  expect(offeredPage(said, host)).toBe('https://git.example.org/ada/parser/pulls/new/x');
  expect(offeredPage('https://git.example.org/x', host)).toBeUndefined();
});
