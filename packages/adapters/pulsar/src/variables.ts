import { type ConfigOf, headerSecret, text } from '@agent-mem/runtime';
import { schemaModes } from './plan/apply-schemas.ts';

/** How the program asks the Pulsar behind BUS_URL, and TrustGraph's. */
export const variables = {
  PULSAR_ADMIN_URL: text({ meaning: "Base URL of Pulsar's admin REST; empty: made from BUS_URL", default: '' }),
  PULSAR_TENANT: text({ meaning: 'Tenant whose namespaces hold the topics', default: 'agent-mem' }),
  PULSAR_TOKEN: headerSecret({ meaning: 'Token that Pulsar gets; empty: none' }),
  PULSAR_TLS_CA_FILE: text({
    meaning:
      "PEM file of the authorities that may have signed Pulsar's certificate (wss:, pulsar+ssl:, https:); empty: the usual ones",
    default: '',
  }),
  PULSAR_TLS_CERTIFICATE_FILE: text({ meaning: 'PEM file of the client certificate for Pulsar; empty: none', default: '' }),
  PULSAR_TLS_KEY_FILE: text({ meaning: "PEM file of that certificate's key", default: '' }),
  PULSAR_OAUTH2_ISSUER_URL: text({
    meaning: 'URL of the issuer of tokens for Pulsar by OAuth 2 (client credentials), instead of PULSAR_TOKEN; empty: none',
    default: '',
  }),
  PULSAR_OAUTH2_CREDENTIALS_FILE: text({ meaning: 'JSON file with client_id and client_secret for that issuer', default: '' }),
  PULSAR_OAUTH2_AUDIENCE: text({ meaning: 'Audience of those tokens; empty: not named', default: '' }),
  PULSAR_OAUTH2_SCOPE: text({ meaning: 'Scope of those tokens; empty: not named', default: '' }),
  SCHEMAS: text({
    meaning: "What a start does with the schemas of its topics in Pulsar's registry: register, verify or off",
    default: 'register',
    oneOf: schemaModes,
  }),
};

/** Their values. */
export type PulsarConfig = ConfigOf<typeof variables>;
