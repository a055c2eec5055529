import { limits } from '@agent-mem/contract';
import type { JsonSchema } from './json-schema.ts';

/** No control character: C0, DEL or C1. */
export const controlFree = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
/** Something that is no white space. */
export const notBlank = '[^\\s\\ufeff]';

const uuid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

const leapYear = '([0-9][0-9](0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)';
const day =
  '([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))' +
  `|${leapYear}-02-29)`;
const hour = '([01][0-9]|2[0-3])';
const time = `T(${hour}:[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?|24:00(:00(\\.0{1,9})?)?)(Z|[+-]${hour}:[0-5][0-9])`;
const timestamp = `${day}(${time})?`;

/** What else a field's rules say of a text with a format. */
interface FormattedText {
  readonly required: boolean;
  /** An empty one counts as left out. */
  readonly isBlankAbsent: boolean;
  /** A name of white space is as good as another. */
  readonly isFree: boolean;
}

/** A text of a `format` rule. */
export function formatSchema(format: string, { required, isBlankAbsent, isFree }: FormattedText): JsonSchema {
  if (format === 'timestamp') return { type: 'string', pattern: wholly(timestamp, isBlankAbsent) };
  if (format.startsWith('id:')) {
    const prefix = format.slice('id:'.length);
    return { type: 'string', pattern: wholly(`(${prefix}_)?${uuid}`, isBlankAbsent) };
  }
  // That it parses as JSON no pattern can say; `format` names it for generators and readers.
  if (format === 'json')
    return { type: 'string', format: 'json', contentMediaType: 'application/json', maxLength: limits.textBytes };
  const name = { type: 'string', maxLength: limits.nameCharacters };
  if (required) return { ...name, minLength: 1, pattern: wholly(visibleName, false) };
  return { ...name, pattern: format === 'scope' || isFree ? controlFree : wholly(visibleName, true) };
}

const nameCharacter = '[^\\u0000-\\u001f\\u007f-\\u009f]';
const visibleCharacter = '[^\\u0000-\\u001f\\u007f-\\u009f\\s\\ufeff]';
const visibleName = `${nameCharacter}*${visibleCharacter}${nameCharacter}*`;

function wholly(pattern: string, orEmpty: boolean): string {
  return orEmpty ? `^(${pattern})?$` : `^${pattern}$`;
}
