/** True when a window can be shown; on Linux and the BSDs that needs an X or Wayland display. */
export function hasDisplay(platform: NodeJS.Platform, env: Record<string, string | undefined>): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
