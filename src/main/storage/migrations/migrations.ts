import { chats } from './0001-chats.ts';
import { usage } from './0002-usage.ts';
import { sidebar } from './0003-sidebar.ts';
import { rewound } from './0004-rewound.ts';
import { composer } from './0005-composer.ts';
import { dialects } from './0006-dialects.ts';
import { resolve } from './0007-resolve.ts';
import { plans } from './0008-plans.ts';
import { outside } from './0009-outside.ts';
import { ledger } from './0010-ledger.ts';
import { outsideLedger } from './0011-outside-ledger.ts';
import { leanLedger } from './0012-lean-ledger.ts';
import { folderIdentity } from './0014-folder-identity.ts';
import { partKinds } from './0014-part-kinds.ts';

/** Every change of the database's shape, oldest first; the database's version counts those it has. */
export const migrations: readonly string[] = [
  chats,
  usage,
  sidebar,
  rewound,
  composer,
  dialects,
  resolve,
  plans,
  outside,
  ledger,
  outsideLedger,
  leanLedger,
  folderIdentity,
  partKinds,
];
