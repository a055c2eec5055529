import type { Clock } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import { type Certificate, openCertificate } from '@agent-mem/service-kit';
import type { FleetConfig } from '../config.ts';
import { StartFailed, UsedWrongly } from '../refusal.ts';

/** The certificate that a configuration asks for; `null`: none. Throws `UsedWrongly` where one of the two files is not named, `StartFailed` for what they hold. */
export async function configuredCertificate(
  { TLS_CERTIFICATE_FILE: certificateFile, TLS_KEY_FILE: keyFile }: Pick<FleetConfig, 'TLS_CERTIFICATE_FILE' | 'TLS_KEY_FILE'>,
  tools: { readonly clock: Clock; readonly log: Logger },
): Promise<Certificate | null> {
  if (certificateFile === '' && keyFile === '') return null;
  if (certificateFile === '') throw new UsedWrongly('TLS_CERTIFICATE_FILE is needed beside TLS_KEY_FILE');
  if (keyFile === '') throw new UsedWrongly('TLS_KEY_FILE is needed beside TLS_CERTIFICATE_FILE');
  try {
    return await openCertificate({ certificateFile, keyFile }, tools);
  } catch (cause) {
    const message = `TLS_CERTIFICATE_FILE ${certificateFile} and TLS_KEY_FILE ${keyFile} cannot be used: ${(cause as Error).message}`;
    throw new StartFailed(message, { cause });
  }
}
