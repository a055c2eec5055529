import { accessModes } from '@agent-mem/access';
import { httpUrl, integer, text } from '@agent-mem/runtime';

/** What can be set about who may ask, and what is written down of it. */
export const accessVariables = {
  AUTH: text({
    meaning: `Whether callers must send a key or a token: ${accessModes.join(', ')} (report counts and logs the callers that required would refuse); empty: off if HOST is an address of this machine alone, else required`,
    default: '',
    oneOf: ['', ...accessModes],
  }),
  JWT_JWKS_URL: httpUrl({ meaning: 'URL of the public keys of an issuer whose JWTs callers may send; empty: no JWTs' }),
  JWT_ISSUER: text({ meaning: 'Value that the claim iss of a JWT must have; empty: any', default: '' }),
  JWT_AUDIENCE: text({ meaning: 'Value that the claim aud of a JWT must hold; empty: any', default: '' }),
  JWT_USER_CLAIM: text({ meaning: 'Claim of a JWT that names its user', default: 'sub' }),
  JWT_WORKSPACE_CLAIM: text({
    meaning: 'Claim of a JWT that names its workspace, or a list of them; a JWT without it is of the workspace default',
    default: 'workspace',
  }),
  JWT_PERMISSIONS_CLAIM: text({
    meaning: 'Claim of a JWT with its permissions, as a list or as one text with spaces; other words in it have no effect',
    default: 'permissions',
  }),
  SCOPE_TOKEN_KEY_FILE: text({
    meaning:
      'File with the private key of Ed25519 (PEM) by which this process signs its messages on a shared bus; empty: they are unsigned',
    default: '',
  }),
  SCOPE_TOKEN_PUBLIC_KEYS_FILE: text({
    meaning:
      'File with the public keys (PEM, one after the other) by which messages on a shared bus are verified, as AUTH says; empty: they are not',
    default: '',
  }),
  AUDIT_LOG: text({
    meaning:
      'Where the audit log goes: a folder, - for standard output, or off; empty: DATA_DIR/audit, and off where AUTH is off',
    default: '',
  }),
  AUDIT_DAYS: integer({
    meaning: 'How long a day of the audit log stays in its folder',
    unit: 'days',
    min: 1,
    max: 3_650,
    default: 90,
  }),
};
