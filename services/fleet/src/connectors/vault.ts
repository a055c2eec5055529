import { readConfig } from '@agent-mem/runtime';
import { variables, vaultConnector } from '@agent-mem/vault-service';
import type { HostedConnector } from './connectors.ts';

/** Memory as Markdown files, where VAULT_DIR names their folder. */
export const vault: HostedConnector = {
  name: 'vault',
  variables,
  async open({ environment }) {
    const { VAULT_DIR } = readConfig(variables, environment);
    if (VAULT_DIR === '') return null;
    return {
      connector: vaultConnector,
      service: null,
      line: `As Markdown files in ${VAULT_DIR}`,
      async reach() {},
      async [Symbol.asyncDispose]() {},
    };
  },
};
