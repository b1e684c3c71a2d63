type Env = Readonly<Record<string, string | undefined>>;

/** `usual` is the process's own default. */
type DataDirOptions = {
  asked: string | undefined;
  env: Env;
  platform: string;
  home: string;
  usual?: string | undefined;
};

/** Returns the data folder, perhaps relative: the one asked for, else `PARLEY_DATA_DIR`, else the default. */
export function resolveDataDir({ asked, env, platform, home, usual }: DataDirOptions): string {
  return asked || env['PARLEY_DATA_DIR'] || usual || platformDataDir(platform, env, home);
}

/** Returns the platform's folder for application data, the same as Electron's `userData`. */
function platformDataDir(platform: string, env: Env, home: string): string {
  if (platform === 'darwin') return `${home}/Library/Application Support/parley`;
  if (platform === 'win32') return `${env['APPDATA'] || `${home}\\AppData\\Roaming`}\\parley`;
  return `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/parley`;
}
