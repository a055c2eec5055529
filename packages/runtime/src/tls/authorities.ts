import { readFileSync } from 'node:fs';
import { OperationError } from '@agent-mem/contract';

/** The PEM text of the authorities a server's certificate is trusted by. Throws `invalid-argument` with the path if it cannot be read, or holds no certificate. */
export function readAuthorities(caFile: string): string {
  let text: string;
  try {
    text = readFileSync(caFile, 'utf8');
  } catch (cause) {
    throw new OperationError('invalid-argument', `its CA file ${caFile} cannot be read`, { cause });
  }
  if (!holdsCertificate(text)) throw new OperationError('invalid-argument', `its CA file ${caFile} holds no certificate (PEM)`);
  return text;
}

/** Whether a text has a certificate in PEM. `node:tls` passes over all else, and would trust nobody without a word. */
export function holdsCertificate(text: string): boolean {
  return /^-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/m.test(text);
}
