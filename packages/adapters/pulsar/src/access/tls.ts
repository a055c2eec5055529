import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { OperationError } from '@agent-mem/contract';
import { holdsCertificate, type TlsVariables, tlsFailure } from '@agent-mem/runtime';

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

const variables: TlsVariables = {
  url: 'BUS_URL or PULSAR_ADMIN_URL',
  caFile: 'PULSAR_TLS_CA_FILE',
  certificateFile: 'PULSAR_TLS_CERTIFICATE_FILE',
};

/**
 * Reads the files, and again for each connection: a client certificate is renewed while the fleet runs. Files that cannot be used then, as while they
 * are being replaced, leave what was read before. Throws `invalid-argument` with the path of a file that cannot be used at the first reading.
 */
export function tlsReader(files: TlsFiles = {}): () => Tls {
  let held = readTls(files);
  return () => {
    try {
      held = readTls(files);
    } catch {
      // The broker says what is wrong once what is held has expired.
    }
    return held;
  };
}

/** Throws `invalid-argument` with the path of a file that cannot be read, or does not hold what it should. */
function readTls({ caFile, certificateFile, keyFile }: TlsFiles = {}): Tls {
  const tls = {
    ...(caFile ? { ca: read(caFile) } : {}),
    ...(certificateFile ? { cert: read(certificateFile) } : {}),
    ...(keyFile ? { key: read(keyFile) } : {}),
  };
  if (tls.ca && !holdsCertificate(String(tls.ca))) throw malformed(`The file ${caFile} holds no certificate (PEM)`);
  try {
    createSecureContext(tls);
  } catch (cause) {
    throw malformed(`The files ${certificateFile} and ${keyFile} are no certificate with its key`, cause);
  }
  return tls;
}

/** What failed between this process and Pulsar over TLS, with the cure; `null`: it is no failure of TLS. */
export function pulsarTlsFailure(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? tlsFailure(String(error.code), variables) : null;
}

function malformed(sentence: string, cause?: unknown): OperationError {
  return new OperationError('invalid-argument', sentence, { cause });
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw malformed(`The file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
}
