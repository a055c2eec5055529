import { readFileSync } from 'node:fs';
import { OperationError } from '@agent-mem/contract';

/** Trust and identity over TLS, as paths of PEM files. Empty counts as absent. */
export interface TlsFiles {
  /** Authorities to trust. Default: those the machine trusts. */
  readonly caFile?: string | undefined;
  /** Shown to a broker that asks for it, with its key. */
  readonly certificateFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** What is in them, as `node:tls` takes it. */
export interface Tls {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** Throws `invalid-argument` with the path of a file that cannot be read. */
export function readTls({ caFile, certificateFile, keyFile }: TlsFiles = {}): Tls {
  return {
    ...(caFile ? { ca: read(caFile) } : {}),
    ...(certificateFile ? { cert: read(certificateFile) } : {}),
    ...(keyFile ? { key: read(keyFile) } : {}),
  };
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new OperationError('invalid-argument', `The file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
}
