/** The variables that say how a server is reached over TLS. */
export interface TlsVariables {
  /** Names the server. */
  readonly url: string;
  /** Names the authorities to trust. */
  readonly caFile: string;
  /** Names the client certificate; `null`: none is ever shown. */
  readonly certificateFile: string | null;
}

/** The code of a failure or of what caused it, as `ECONNREFUSED`: `fetch` hangs the reason on its error as a cause, and several addresses of a host as several errors. */
export function failureCode(failure: unknown): string | null {
  if (!(failure instanceof Error)) return null;
  if ('code' in failure && typeof failure.code === 'string') return failure.code;
  if (failure instanceof AggregateError) return failureCode(failure.errors[0]);
  return failureCode(failure.cause);
}

/** What failed between this process and a server over TLS, with the cure, by the failure's code; `null`: it is none of TLS. */
export function tlsFailure(code: string, variables: TlsVariables): string | null {
  if (!/^(ERR_TLS|ERR_SSL|CERT|DEPTH|SELF|UNABLE|EPROTO)/.test(code)) return null;
  const found = `(${code})`;
  if (code === 'CERT_HAS_EXPIRED')
    return `its certificate has expired ${found}: renew it there, or set this machine's clock right`;
  if (code === 'CERT_NOT_YET_VALID') return `its certificate is not valid yet ${found}: compare its clock with this machine's`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for other hosts ${found}: name one of them in ${variables.url}, or give it a certificate for this one`;
  if (/ALERT.*(CERTIFICATE|UNKNOWN_CA)/.test(code))
    return `it refuses the client's certificate, or its absence ${found}: ${cureOf(variables)}`;
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code))
    return `it speaks no TLS at this port ${found}: check ${variables.url}`;
  return `its TLS is not trusted ${found}: check ${variables.caFile}`;
}

function cureOf({ certificateFile }: TlsVariables): string {
  return certificateFile === null ? 'let it ask clients for none, as no variable names one' : `check ${certificateFile}`;
}
