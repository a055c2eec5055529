import { byPatterns } from '../finding.ts';

/** An area, a group and a serial number that are issued: none is all zeros, and no area is 666 or above 899. */
const issued = String.raw`(?!000|666|9)\d{3}(?<sign>[ -]?)(?!00)\d{2}\k<sign>(?!0000)\d{4}`;
const end = String.raw`(?![\w-])`;

/** US social security numbers: in the form that nothing else has, or named as one. */
export const findSocialSecurityNumbers = byPatterns([
  ['social-security-number', new RegExp(String.raw`(?<![\w-])(?=\d{3}-)${issued}${end}`, 'dg')],
  [
    'social-security-number',
    new RegExp(
      String.raw`(?<!\p{L})(?:social security|ssn)(?: (?:number|no\.?))?["')]{0,2}\s{0,2}(?:is|was|:|=|#)?\s{0,2}["']?(?<value>${issued})${end}`,
      'dgiu',
    ),
  ],
]);
