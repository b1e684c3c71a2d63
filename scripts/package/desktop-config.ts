import type { Configuration } from 'electron-builder';
import { desktopProgram } from './manifest.ts';

type Folders = {
  /** The folder with the files to pack. */
  stage: string;
  /** The folder of square pictures, named by their sizes. */
  icons: string;
  output: string;
  /** An unpacked Electron; without it the public one is fetched. */
  electronDist: string | undefined;
  electronVersion: string;
  entitlements: string;
};

/**
 * A repository on GitHub, `owner/name`, whose releases are the feed of updates; without one there are no updates.
 */
type Releases = string | undefined;

/** Electron's fuses, in the order in which its binary has them. */
export const electronFuses = {
  // Electron itself runs agents that need Node, and reads the login shell's environment.
  runAsNode: true,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

export function desktopConfig(folders: Folders, releases: Releases): Configuration {
  const [owner = '', repo = ''] = releases?.split('/') ?? [];
  const { stage, icons, output, electronDist, electronVersion, entitlements } = folders;
  return {
    appId: 'desk.parley.parley',
    productName: 'Parley',
    directories: { app: stage, output },
    electronVersion,
    ...(electronDist !== undefined && { electronDist }),
    files: [
      '**/*',
      '!**/*.{map,md,mdx,ts,mts,cts,tsbuildinfo,flow,swf,jar,mp3}',
      '!**/*.test.{js,mjs,cjs}',
      '!**/{test,tests,__tests__}/**',
    ],
    asar: true,
    // Programs and native modules can only be run from files on the disk.
    asarUnpack: ['**/*.node', 'node_modules/@lydell/**', 'node_modules/@anthropic-ai/sandbox-runtime/**'],
    // Nothing is compiled: npm has brought the native modules.
    npmRebuild: false,
    electronFuses,
    protocols: [{ name: 'Parley', schemes: ['parley'] }],
    extraFiles: [{ from: `${stage}/THIRD-PARTY-NOTICES.txt`, to: 'THIRD-PARTY-NOTICES.txt' }],
    publish: releases === undefined ? null : [{ provider: 'github', owner, repo }],
    linux: {
      target: ['AppImage', 'deb'],
      category: 'Development',
      icon: icons,
      executableName: desktopProgram,
      syncDesktopName: true,
      maintainer: 'Parley',
    },
    mac: {
      // Updates are made from the zip.
      target: ['dmg', 'zip'],
      category: 'public.app-category.developer-tools',
      icon: `${icons}/1024x1024.png`,
      hardenedRuntime: true,
      entitlements,
      entitlementsInherit: entitlements,
    },
    win: { target: ['nsis'], icon: `${icons}/256x256.png` },
    nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
  };
}
