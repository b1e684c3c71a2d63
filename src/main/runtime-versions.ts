/** What the app runs on, as far as this host has it. */
export function runtimeVersions(): { name: string; version: string }[] {
  const { electron, chrome, node } = process.versions;
  const known = [
    { name: 'Electron', version: electron },
    { name: 'Chromium', version: chrome },
    { name: 'Node', version: node },
  ];
  return known.flatMap(({ name, version }) => (version === undefined ? [] : [{ name, version }]));
}
