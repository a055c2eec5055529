import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Clock } from '@agent-mem/contract';
import { createFailureLog, type Logger, untilAborted } from '@agent-mem/runtime';

/** How often it is looked whether the files have changed, in milliseconds. */
const everyMs = 5_000;

/** A certificate with its key, as PEM. */
export interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** What a server shows. Disposing looks for changes no more. */
export interface Certificate extends Disposable {
  readonly current: CertificatePair;
  /** Called with each pair that takes the place of another. */
  onChange(changed: (pair: CertificatePair) => void): void;
}

/** Where a certificate stands. */
export interface CertificateFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/**
 * Reads a certificate, and reads it again when its files have changed. Rejects with what is wrong with them. Later, what is wrong is a line of the log, and the pair
 * before stays: the two files may be written one after the other. So is one that has expired.
 */
export async function openCertificate(
  files: CertificateFiles,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<Certificate> {
  const stopped = new AbortController();
  const listeners: ((pair: CertificatePair) => void)[] = [];
  let current = await readPair(files);
  const file = files.certificateFile;
  const failures = createFailureLog(log, clock);

  function take(next: CertificatePair): void {
    if (next.cert.equals(current.cert) && next.key.equals(current.key)) return;
    current = next;
    for (const changed of listeners) changed(next);
    log.info({ file }, 'The certificate has changed; new connections get the new one');
  }

  async function watch(): Promise<void> {
    for (;;) {
      await clock.sleep(everyMs, stopped.signal);
      try {
        take(await untilAborted(readPair(files), stopped.signal));
      } catch (err) {
        if (stopped.signal.aborted) return;
        failures.error({ err, file }, 'The certificate cannot be read; connections get the previous one');
      }
      const until = new X509Certificate(current.cert).validTo;
      if (Date.parse(until) <= clock.now())
        failures.error(
          { file, reason: until },
          'The certificate has expired, so clients refuse it; put a new one into its files',
        );
    }
  }
  watch().catch(() => undefined);
  return {
    get current() {
      return current;
    },
    onChange: (changed) => void listeners.push(changed),
    [Symbol.dispose]: () => stopped.abort(),
  };
}

async function readPair({ certificateFile, keyFile }: CertificateFiles): Promise<CertificatePair> {
  const [cert, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
  // Throws where one is malformed, or they are not of each other.
  createSecureContext({ cert, key });
  return { cert, key };
}
