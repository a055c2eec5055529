import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a server's certificate for 127.0.0.1 and of the authority that signed it. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** Makes an authority and a certificate it signed, in this folder, good for two days. */
export function makeCertificates(directory: string): Certificates {
  const file = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const newKey = (key: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', file(key)];
  openssl('req', '-x509', ...newKey('authority.key'), '-days', '2', '-subj', '/CN=tests', '-out', file('authority.pem'));
  openssl('req', ...newKey('server.key'), '-subj', '/CN=127.0.0.1', '-out', file('server.csr'));
  writeFileSync(file('server.ext'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  const signer = [
    '-CA',
    file('authority.pem'),
    '-CAkey',
    file('authority.key'),
    '-CAcreateserial',
    '-extfile',
    file('server.ext'),
  ];
  openssl('x509', '-req', '-in', file('server.csr'), '-days', '2', ...signer, '-out', file('server.pem'));
  return { authority: file('authority.pem'), certificate: file('server.pem'), key: file('server.key') };
}
