import { causes } from '../../shared/thrown-error.ts';

export type ProxyProblemKind =
  | { type: 'unreachable' }
  | { type: 'refused'; status: number }
  | { type: 'unverified' };

/** A request failed at its proxy; the message is for a person. */
export class ProxyFailed extends Error {
  override readonly name = 'ProxyFailed';

  constructor(proxy: string, problem: ProxyProblemKind, cause?: unknown) {
    super(problemText(proxy, problem), { cause });
  }
}

/** Finds the failure of a proxy behind an error. */
export function proxyFailureIn(error: unknown): ProxyFailed | undefined {
  return causes(error).find((cause) => cause instanceof ProxyFailed);
}

function problemText(proxy: string, problem: ProxyProblemKind): string {
  switch (problem.type) {
    case 'unreachable':
      return `The proxy ${proxy} could not be reached.`;
    case 'refused':
      return problem.status === 407
        ? `The proxy ${proxy} asks for a name and a password. Put them into its address: http://name:password@${proxy}.`
        : `The proxy ${proxy} did not let the request through (${problem.status}).`;
    case 'unverified':
      return `The certificate that came through the proxy ${proxy} is from an authority that this machine does not trust. If you trust it, name a file with the authority’s certificate in NODE_EXTRA_CA_CERTS.`;
  }
}
