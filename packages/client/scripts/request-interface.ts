import type protobuf from 'protobufjs';
import { doc, isRequired, presentType } from '../../contract/scripts/messages-module.ts';

/** A message as its sender writes it: all but the required members may be left out or null. */
export function requestInterface(message: protobuf.Type, takenAs: (message: string) => string): string {
  const members = message.fieldsArray.map((field) => {
    const type = `${field.repeated ? 'readonly ' : ''}${presentType(field, takenAs)}`;
    const member = isRequired(field) ? `${field.name}: ${type}` : `${field.name}?: ${type} | null`;
    return `${doc(field.comment, '  ')}  readonly ${member};\n`;
  });
  return `${doc(message.comment, '')}export interface ${takenAs(message.name)} {\n${members.join('')}}\n`;
}
