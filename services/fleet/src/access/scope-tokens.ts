import {
  type AccessMode,
  type AccessOptions,
  createIdentifyMessage,
  createSignScopeToken,
  createVerifyScopeToken,
  Refusal,
  readSigningKey,
  readVerifyingKeys,
  type SignScopeToken,
} from '@agent-mem/access';
import type { Clock } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import type { FleetConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';
import { rereadFile } from './reread-file.ts';

type TokenConfig = Pick<FleetConfig, 'SCOPE_TOKEN_KEY_FILE' | 'SCOPE_TOKEN_PUBLIC_KEYS_FILE'>;
type Tools = { readonly clock: Clock; readonly log: Logger };

/** How messages on a shared bus are vouched for, and verified. */
export interface BusTokens {
  readonly mode: AccessMode;
  readonly sign: SignScopeToken;
  readonly identify: AccessOptions['identify'];
}

/** Reads the files of keys, which are read again when they change. `null`: messages carry no tokens. Throws `UsedWrongly` that names the variable. */
export async function busTokens(config: TokenConfig, mode: AccessMode, tools: Tools): Promise<BusTokens | null> {
  const { SCOPE_TOKEN_KEY_FILE: privateFile, SCOPE_TOKEN_PUBLIC_KEYS_FILE: publicFile } = config;
  if (privateFile === '' && publicFile === '') return null;
  if (publicFile === '') throw new UsedWrongly('SCOPE_TOKEN_PUBLIC_KEYS_FILE is needed beside SCOPE_TOKEN_KEY_FILE');
  const sign = await tokenSigner(config, tools);
  const verifying = await readable(publicFile, 'SCOPE_TOKEN_PUBLIC_KEYS_FILE', readVerifyingKeys, tools);
  return { mode, sign, identify: createIdentifyMessage(createVerifyScopeToken(verifying, tools.clock)) };
}

/** How scope tokens are checked where this process has no keys for that: each is refused. */
export const identifyWithoutKeys: AccessOptions['identify'] = async () => {
  throw new Refusal('unknown', 'scope_token: cannot be verified: SCOPE_TOKEN_PUBLIC_KEYS_FILE is not set');
};

/** Signs by the private key. Throws `UsedWrongly` where there is none. */
export async function tokenSigner({ SCOPE_TOKEN_KEY_FILE: file }: TokenConfig, tools: Tools): Promise<SignScopeToken> {
  if (file === '')
    throw new UsedWrongly(
      'SCOPE_TOKEN_KEY_FILE is needed: the file of the private key that signs (openssl genpkey -algorithm ed25519)',
    );
  return createSignScopeToken(await readable(file, 'SCOPE_TOKEN_KEY_FILE', readSigningKey, tools), tools.clock);
}

async function readable<Content>(
  file: string,
  variable: string,
  parse: (text: string) => Content,
  tools: Tools,
): Promise<() => Promise<Content>> {
  const read = rereadFile(file, parse, tools);
  try {
    await read();
  } catch (cause) {
    throw new UsedWrongly(`${variable} ${file} ${(cause as Error).message}`, { cause });
  }
  return read;
}
