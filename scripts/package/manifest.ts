import { z } from 'zod';

const namesSchema = z.record(z.string(), z.string());

export const manifestSchema = z.object({
  name: z.string(),
  productName: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.literal('module'),
  main: z.string(),
  bin: namesSchema,
  engines: namesSchema,
  dependencies: namesSchema,
  devDependencies: namesSchema,
  optionalDependencies: namesSchema,
});

export type Manifest = z.infer<typeof manifestSchema>;

/**
 * The dependencies that scripts import; the others are bundled. Throws for an import that no dependency provides.
 */
function neededOf({ dependencies, optionalDependencies }: Manifest, imported: readonly string[]) {
  const names = imported.filter((name) => name !== 'electron' && !Object.hasOwn(optionalDependencies, name));
  return Object.fromEntries(
    names.map((name) => {
      const version = dependencies[name];
      if (version === undefined) throw new Error(`${name} is imported, but is no dependency`);
      return [name, version];
    }),
  );
}

/**
 * The manifest of the package that npm installs. Electron is an optional peer, left to the person, and updates
 * are left to npm.
 */
export function installedManifest(manifest: Manifest, imported: readonly string[]) {
  const { devDependencies, dependencies: _, ...about } = manifest;
  const [major = ''] = (devDependencies['electron'] ?? '').split('.');
  const dependencies = neededOf(
    manifest,
    imported.filter((name) => name !== 'electron-updater'),
  );
  return {
    ...about,
    dependencies,
    peerDependencies: { electron: major },
    peerDependenciesMeta: { electron: { optional: true } },
  };
}

/**
 * The name of the program that the desktop packages install, and of its entry among the system's applications.
 */
export const desktopProgram = 'parley-desktop';

/**
 * The manifest inside the desktop packages: without commands, and without a Node to install or to ask for, since
 * Electron brings its own.
 */
export function desktopManifest(manifest: Manifest, imported: readonly string[]) {
  const { devDependencies: _, bin: __, engines: ___, optionalDependencies, ...about } = manifest;
  const optional = Object.entries(optionalDependencies).filter(([name]) => !name.startsWith('node-'));
  return {
    ...about,
    author: 'Parley',
    desktopName: `${desktopProgram}.desktop`,
    dependencies: neededOf(manifest, imported),
    optionalDependencies: Object.fromEntries(optional),
  };
}
