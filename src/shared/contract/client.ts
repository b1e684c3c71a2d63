import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from './contract.ts';

/** Main as a window sees it. */
export type ParleyClient = ContractRouterClient<typeof contract>;
