import protobuf from 'protobufjs';

const scalars: Record<string, string> = {
  string: 'string',
  bool: 'boolean',
  int32: 'number',
  uint32: 'number',
  float: 'number',
  double: 'number',
};

/** The text of a module with one interface a message, in the order of the files. */
export function messagesModule(root: protobuf.Root): string {
  const messages = (root.lookup('agentmem.v1') as protobuf.Namespace).nestedArray.filter(
    (nested) => nested instanceof protobuf.Type,
  );
  return `// Made from proto/ by "npm run generate".\n\n${messages.map(interfaceOf).join('\n')}`;
}

/** A message as it is answered: every member named. */
export function interfaceOf(type: protobuf.Type): string {
  const members = type.fieldsArray.map((field) => `${doc(field.comment, '  ')}  ${field.name}: ${typeOf(field)};\n`);
  return `${doc(type.comment, '')}export interface ${type.name} {\n${members.join('')}}\n`;
}

function typeOf(field: protobuf.Field): string {
  const present = presentType(field, (message) => message);
  return field.map || field.repeated || field.partOf === null || isRequired(field) ? present : `${present} | null`;
}

/** The type of a field that is set; messages are called what `nameOf` says. */
export function presentType(field: protobuf.Field, nameOf: (message: string) => string): string {
  const oneOf = field.options?.['(rules).one_of'] as string | undefined;
  const single = oneOf
    ? oneOf
        .split('|')
        .map((text) => `'${text}'`)
        .join(' | ')
    : (scalars[field.type] ?? nameOf(field.type));
  if (field.map) return `Record<string, ${single}>`;
  if (field.repeated) return oneOf ? `(${single})[]` : `${single}[]`;
  return single;
}

/** The field must be there. */
export function isRequired(field: protobuf.Field): boolean {
  return field.options?.['(rules).required'] === true;
}

/** A comment of the proto as a docstring. */
export function doc(comment: string | null, indent: string): string {
  if (!comment) return '';
  const lines = comment.split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
