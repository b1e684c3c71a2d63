/** Returns the versions of the runtimes this host has. */
export function runtimeVersions(): { name: string; version: string }[] {
  const { electron, chrome, node } = process.versions;
  const known = [
    { name: 'Electron', version: electron },
    { name: 'Chromium', version: chrome },
    { name: 'Node', version: node },
  ];
  return known.flatMap(({ name, version }) => (version === undefined ? [] : [{ name, version }]));
}
