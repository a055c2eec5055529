import { userInfo } from 'node:os';
import { auditEntry, createKeyStore } from '@agent-mem/access';
import { systemClock } from '@agent-mem/contract';
import { DirectoryInUse, readOwner } from '@agent-mem/sqlite/file';
import { openPorts } from '../adapters/ports.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';
import { startLogger } from '../log.ts';
import { ownerOf, ownerOfTaken, withNothingToClose } from '../owner.ts';
import { StartFailed } from '../refusal.ts';
import { attachedKeys } from './attached-keys.ts';
import { openAudit } from './audit-folder.ts';
import { auditedKeys } from './audited-keys.ts';
import type { Keys } from './key-view.ts';

/** The keys of the configured Graph: by the process that owns its data, else of the Graph opened here until disposed. */
export async function openKeys(environment: Terminal['environment']): Promise<Keys & AsyncDisposable> {
  const config = programConfig(environment);
  const owner = ownerOf(await readOwner(config.DATA_DIR));
  if (owner) return withNothingToClose(attachedKeys(owner));
  if (config.GRAPH_URL.startsWith('memory:'))
    throw new StartFailed('Keys on memory: end with their process, and none runs on DATA_DIR');
  await using stack = new AsyncDisposableStack();
  try {
    const log = startLogger(environment, 'warn');
    // No message is sent, and nothing but the Graph is asked.
    const unused = { BUS_URL: 'memory:', SEARCH_URL: 'memory:', KEYVALUE_URL: 'memory:', DETAILS_URL: 'memory:' };
    const opened = stack.use(await openPorts({ ...config, ...unused }, { clock: systemClock, log, reconnected: () => {} }));
    // A key is made before the fleet asks for one: it is written down whatever AUTH says.
    const AUTH = config.AUTH || 'required';
    const audit = await openAudit({ ...config, AUTH }, { clock: systemClock, log });
    if (audit) stack.use(audit);
    const keys = auditedKeys(createKeyStore({ graph: opened.ports.graph, clock: systemClock }), (operation, ids, error) => {
      const [at, outcome] = [systemClock.now(), error?.type ?? 'done'];
      audit?.write(auditEntry({ at, who: 'local', name: userInfo().username, door: 'admin', operation, ids, outcome }));
    });
    const open = stack.move();
    return { ...keys, [Symbol.asyncDispose]: () => open.disposeAsync() };
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return withNothingToClose(attachedKeys(ownerOfTaken(error)));
  }
}
