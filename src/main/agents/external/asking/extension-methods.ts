import { isRecord } from '../json-fields.ts';
import type { ExtensionRequest } from '../vendors/vendor.ts';
import { vendors } from '../vendors/vendors.ts';

const methods = new Map(vendors.flatMap(({ extensionMethods = {} }) => Object.entries(extensionMethods)));

/** Reads a request by an extension method; undefined for one that no vendor is known to have. */
export function extensionRequest(method: string, params: unknown): ExtensionRequest | undefined {
  // Some clients' libraries wrap the parameters once more.
  const inner = isRecord(params) && isRecord(params['params']) ? params['params'] : params;
  return methods.get(method.replace(/^_/, ''))?.(inner);
}
