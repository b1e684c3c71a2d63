import { homedir } from 'node:os';
import { app } from 'electron';
import type { App } from '../app.ts';
import { followStartAtLogin } from '../desktop/follow-app.ts';
import { configDirOf, type LoginHost, startAtLogin } from '../desktop/start-at-login.ts';

/** Has the system start this Parley at login as its setting says, until the signal ends it. */
export function keepLoginItem(parley: App, askedDataDir: string | undefined, signal: AbortSignal): void {
  const host = loginHost(askedDataDir);
  followStartAtLogin(parley, (isOn) => startAtLogin(isOn, host), signal);
}

/** This Parley as a program that starts at login: the same one, on the data folder it was asked for. */
function loginHost(askedDataDir: string | undefined): LoginHost {
  // An AppImage runs from a place of its own each time.
  const path = process.env['APPIMAGE'] ?? process.execPath;
  const args = [
    ...(app.isPackaged ? [] : [app.getAppPath()]),
    ...(askedDataDir === undefined ? [] : ['--data-dir', askedDataDir]),
  ];
  return {
    platform: process.platform,
    program: { path, args },
    configDir: configDirOf(process.env, homedir()),
    setLoginItem: (item) => app.setLoginItemSettings(item),
  };
}
