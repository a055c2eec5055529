import { generateKeyPairSync } from 'node:crypto';
import {
  type Access,
  type AccessMode,
  type AuditEntry,
  createAccess,
  createIdentifyMessage,
  createSignScopeToken,
  createVerifyScopeToken,
} from '@agent-mem/access';
import { systemClock } from '@agent-mem/contract';

/** A fleet's keys for scope tokens. */
export function scopeTokens() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const sign = createSignScopeToken(async () => privateKey, systemClock);
  const ours = { name: 'crm', workspaces: ['w'], users: ['default'], collections: null, lastsMs: 60_000, message: null };
  return {
    pem: {
      private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    /** Of workspace `w`, unless it says otherwise. */
    token: (claims: Partial<Parameters<typeof sign>[0]> = {}) => sign({ ...ours, permissions: ['read', 'write'], ...claims }),
    /** The check of the tokens of flows, and the audit log that it writes. */
    access(mode: AccessMode = 'required'): { readonly access: Access; readonly entries: AuditEntry[] } {
      const entries: AuditEntry[] = [];
      const audit = { write: (entry: AuditEntry) => void entries.push(entry), async [Symbol.asyncDispose]() {} };
      const ignore = () => undefined;
      const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log };
      const identify = createIdentifyMessage(createVerifyScopeToken(async () => [publicKey], systemClock));
      return { access: createAccess({ mode, identify, audit, clock: systemClock, log, refused: ignore }), entries };
    },
  };
}

/** The same token with another first letter in its signature. */
export function tampered(token: string): string {
  const [head = '', claims = '', signature = ''] = token.split('.');
  return [head, claims, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.');
}
