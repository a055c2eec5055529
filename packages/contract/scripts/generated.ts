import { messagesModule } from './messages-module.ts';
import { loadProtoRoot } from './proto-root.ts';
import { servicesModule } from './services-module.ts';

const file = (name: string) => new URL(`../src/generated/${name}`, import.meta.url);

/** What is made of `proto/`: `messages.ts` (types), `services.ts` (operations) and `root.json` (for codecs and checks). */
export function generated(): ReadonlyMap<URL, string> {
  const root = loadProtoRoot();
  return new Map([
    [file('messages.ts'), messagesModule(root)],
    [file('services.ts'), servicesModule(root)],
    [file('root.json'), `${JSON.stringify(root.toJSON({ keepComments: true }), withoutNoise, 1)}\n`],
  ]);
}

/** Leaves out what protobufjs derives again from the rest. */
function withoutNoise(key: string, value: unknown): unknown {
  return key === 'parsedOptions' || (key === 'comment' && value === null) ? undefined : value;
}
