import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { importPath } from './cycles.ts';
import { placeOf, problemWithFile, problemWithPackage } from './layers.ts';
import { loadsZod } from './schema-free.ts';

type Source = { source: { value?: unknown } | null; importKind?: string; exportKind?: string };

type Context = { filename: string; cwd: string; report(found: { node: Source; message: string }): void };

/** The import rules of CONTRIBUTING.md as a rule of the linter. */
const layersRule = {
  create(context: Context) {
    const check = (node: Source) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string') return;
      const typeOnly = node.importKind === 'type' || node.exportKind === 'type';
      const message = problemWith({ root: context.cwd, file: context.filename, specifier, typeOnly });
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/** Files that import each other are one; also where one of them imports types alone, or imports later. */
const noCycleRule = {
  create(context: Context) {
    const check = (node: Source) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !/^\..*\.tsx?$/.test(specifier)) return;
      const target = resolve(dirname(context.filename), specifier);
      const back = existsSync(target) ? importPath(target, context.filename) : undefined;
      if (back === undefined) return;
      const files = [context.filename, ...back].map((file) => relative(context.cwd, file));
      context.report({ node, message: `an import cycle: ${files.join(' → ')}` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/** Re-exporting everything makes a barrel: nobody sees any longer where a thing lives. */
const noBarrelRule = {
  create(context: Context) {
    const refuse = (node: Source) => {
      if (node.source !== null)
        context.report({ node, message: 'import from the file that holds it, no barrels' });
    };
    return { ExportNamedDeclaration: refuse, ExportAllDeclaration: refuse };
  },
};

type Annotated = { typeAnnotation?: { typeAnnotation?: TypeNode } };

type TypeNode = { typeName?: { name?: string }; typeArguments?: { params: (TypeNode & { type: string })[] } };

type Declaration = {
  id: Annotated;
  init: { type: string; body?: { type: string } } | null;
};

type Constants = Source & { parent: { type: string }; declarations: Declaration[] };

/** A function of a file reads as one: an arrow with a block of its own hides among the constants. */
const functionDeclarationsRule = {
  create(context: Context) {
    return {
      VariableDeclaration(node: Constants) {
        if (!['Program', 'ExportNamedDeclaration'].includes(node.parent.type)) return;
        const isFunction = node.declarations.some(
          ({ id, init }) => !id.typeAnnotation && init?.body?.type === 'BlockStatement',
        );
        if (isFunction) context.report({ node, message: 'declare it with `function`' });
      },
    };
  },
};

/** A name that somebody else chose also finds what every object inherits, as `constructor`. */
const tableIsMapRule = {
  create(context: Context) {
    return {
      VariableDeclaration(node: Constants) {
        if (!['Program', 'ExportNamedDeclaration'].includes(node.parent.type)) return;
        const isTable = node.declarations.some(
          ({ id, init }) =>
            init?.type === 'ObjectExpression' && isByAnyName(id.typeAnnotation?.typeAnnotation),
        );
        if (isTable) context.report({ node, message: 'a table that is read by any name is a `Map`' });
      },
    };
  },
};

/** True of `Record<string, …>`, also within `Readonly` and `Partial`. */
function isByAnyName(type: TypeNode | undefined): boolean {
  const [first] = type?.typeArguments?.params ?? [];
  const name = type?.typeName?.name;
  if (name === 'Readonly' || name === 'Partial') return isByAnyName(first);
  return name === 'Record' && first?.type === 'TSStringKeyword';
}

type Import = { root: string; file: string; specifier: string; typeOnly: boolean };

function problemWith({ root, file, specifier, typeOnly }: Import): string | undefined {
  const from = relative(root, file);
  if (!specifier.startsWith('.')) {
    const zodInWindow = placeOf(from)?.process === 'renderer' && specifier === 'zod' && !typeOnly;
    return zodInWindow ? 'zod must not be loaded in the window' : problemWithPackage(from, specifier);
  }
  const target = resolve(dirname(file), specifier);
  const problem = problemWithFile(from, relative(root, target));
  if (problem !== undefined || typeOnly || placeOf(from)?.process !== 'renderer') return problem;
  const code = /\.tsx?$/.test(target) && existsSync(target);
  return code && loadsZod(target) ? `${specifier} loads zod; import only its types` : undefined;
}

export default {
  meta: { name: 'parley' },
  rules: {
    layers: layersRule,
    'no-cycle': noCycleRule,
    'no-barrel': noBarrelRule,
    'function-declarations': functionDeclarationsRule,
    'table-is-map': tableIsMapRule,
  },
};
