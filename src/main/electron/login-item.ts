import { homedir } from 'node:os';
import { app } from 'electron';
import type { App } from '../app.ts';
import { followStartAtLogin } from '../desktop/follow-app.ts';
import { configDirOf, type LoginHost, startAtLogin } from '../desktop/start-at-login.ts';

/** Keeps the login item as the setting says, until the signal aborts. */
export function keepLoginItem(parley: App, askedDataDir: string | undefined, signal: AbortSignal): void {
  const host = loginHost(askedDataDir);
  followStartAtLogin(parley, (isOn) => startAtLogin(isOn, host), signal);
}

/** This program on the data folder it was started with. */
function loginHost(askedDataDir: string | undefined): LoginHost {
  // An AppImage runs from a new mount point each time.
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
