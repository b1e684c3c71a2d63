import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import {
  hiddenNames,
  windowsProgram,
  withMarker,
  withoutNames,
  withoutSecrets,
} from './command-environment.ts';

const environment = {
  HOME: '/home/ann',
  PATH: ['/app/node_modules/.bin', '/node_modules/.bin', '/app/node-gyp-bin', '/usr/bin', '/bin'].join(
    delimiter,
  ),
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  PARLEY_DATA_DIR: '/data',
  PARLEY_COMMAND: 'outer',
  ELECTRON_RUN_AS_NODE: '1',
  npm_lifecycle_event: 'start',
  INIT_CWD: '/app',
  ANTHROPIC_API_KEY: 'secret',
  OPENAI_API_KEY: 'secret too',
  EDITOR: 'vi',
};
const secrets = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'];

test('a command gets what the person has, without keys, Parley’s own and the marks of a build job', () => {
  const left = withoutNames(environment, hiddenNames(environment, secrets, []));
  expect(left).toEqual({ HOME: '/home/ann', PATH: ['/usr/bin', '/bin'].join(delimiter), EDITOR: 'vi' });
});

test('a key that the person names is let through, and no other', () => {
  const left = withoutNames(
    environment,
    hiddenNames(environment, secrets, ['OPENAI_API_KEY', 'PARLEY_DATA_DIR']),
  );
  expect(Object.keys(left).toSorted()).toEqual(['EDITOR', 'HOME', 'OPENAI_API_KEY', 'PATH']);
});

test('a path that npm did not touch stays as it is', () => {
  const path = ['/work/node_modules/.bin', '/usr/bin'].join(delimiter);
  expect(withoutNames({ PATH: path }, [])).toEqual({ PATH: path });
});

test('the marker takes the place of one that is there', () => {
  expect(withMarker(environment, 'inner')['PARLEY_COMMAND']).toBe('inner');
});

test('on Windows a program is looked for on the path alone, never in the folder that a command runs in', () => {
  const there = new Set([String.raw`C:\tools\git.exe`, String.raw`C:\work\npm.exe`]);
  const isThere = (path: string) => there.has(path);
  const found = (name: string, path = String.raw`.;bin;C:\none;C:\tools`) =>
    windowsProgram(name, { Path: path }, isThere);
  expect(found('git')).toBe(String.raw`C:\tools\git.exe`);
  expect(found('git.exe')).toBe(String.raw`C:\tools\git.exe`);
  expect(found('npm')).toMatch(/not-on-the-path\\npm$/);
  expect(found(String.raw`C:\work\npm.exe`)).toBe(String.raw`C:\work\npm.exe`);
});

test('a command that nobody is asked about gets no keys and nothing of the session', () => {
  const kept = {
    PATH: '/usr/bin',
    HOME: '/home/ada',
    PWD: '/work',
    NODE_ENV: 'test',
    KEYBOARD: 'de',
    http_proxy: 'http://proxy:3128',
  };
  const left = {
    GITHUB_TOKEN: 'x',
    NPM_TOKEN: 'x',
    DB_PASSWORD: 'x',
    STRIPE_API_KEY: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    AWS_PROFILE: 'x',
    SIGNING_KEY: 'x',
    DATABASE_URL: 'postgres://me:secret@localhost/x',
    SENTRY_DSN: 'x',
    SSH_AUTH_SOCK: '/run/ssh',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus',
    DOCKER_HOST: 'unix:///run/docker.sock',
    KUBECONFIG: '/work/kube',
    XDG_RUNTIME_DIR: '/run/user/1000',
    DISPLAY: ':0',
  };
  expect(withoutSecrets({ ...kept, ...left })).toEqual(kept);
});
