import { shapeOf } from '@agent-mem/contract';
import { blockName, httpAddress, type SecretText, secretText } from '@agent-mem/runtime/settings-block';

/** The types of events that there are. */
export const eventTypes: readonly string[] = shapeOf('Event').byName.get('type')?.rules.oneOf ?? [];

/** A webhook as a file writes it. */
export interface WebhookSettings {
  readonly url: string;
  /** Default: all. */
  readonly events?: readonly string[];
  readonly scope: string;
  readonly secret: SecretText | readonly SecretText[];
  readonly timeout_ms?: number;
  readonly attempts?: number;
}

const webhook = {
  type: 'object',
  properties: {
    url: { ...httpAddress, description: 'Where events are sent, by POST' },
    events: {
      type: 'array',
      items: { enum: eventTypes },
      minItems: 1,
      uniqueItems: true,
      description: 'The types of events that it gets. Default: all',
    },
    scope: {
      type: 'string',
      minLength: 1,
      description:
        'Whose events it gets: workspace/user/collection, each percent-encoded, or * in the place of any of them; * alone: everybody’s',
    },
    secret: {
      description:
        'What signs: a reference to a variable that holds whsec_ and 24 to 64 bytes in base64. A list of two signs by both, while the receiver changes from one to the other',
      anyOf: [{ $ref: '#/$defs/secretText' }, { type: 'array', items: { $ref: '#/$defs/secretText' }, minItems: 1, maxItems: 4 }],
    },
    timeout_ms: { type: 'integer', minimum: 1, maximum: 300_000, description: 'Time for one answer. Default 15,000' },
    attempts: {
      type: 'integer',
      minimum: 1,
      maximum: 30,
      description: 'How often an event is sent before it becomes a dead letter. Default 10',
    },
  },
  required: ['url', 'scope', 'secret'],
  additionalProperties: false,
} as const;

/** JSON Schema of the block `webhooks:`, as it is published. */
export const settingsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'webhooks: of agent-mem.yaml',
  type: 'object',
  description: 'Webhooks by name',
  propertyNames: blockName,
  additionalProperties: { $ref: '#/$defs/webhook' },
  $defs: { webhook, secretText },
} as const;
