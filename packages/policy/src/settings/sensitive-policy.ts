import { personalKinds } from '../detectors/personal/personal-finding.ts';

/** What may be done with a sort of data before it is stored. */
export type SensitiveAction = 'allow' | 'redact' | 'refuse';

/** What is done before anything is stored. */
export interface SensitivePolicy {
  /** With secrets and numbers of cards and accounts. */
  readonly sensitiveData: SensitiveAction;
  /** With e-mails, phones, addresses, numbers by which a state knows a person, and what is said of health. */
  readonly personalData: SensitiveAction;
}

/** Nothing is changed or refused. */
export const allowing: SensitivePolicy = { sensitiveData: 'allow', personalData: 'allow' };

/** Texts stay as they are. */
export function allowsAll({ sensitiveData, personalData }: SensitivePolicy): boolean {
  return sensitiveData === 'allow' && personalData === 'allow';
}

/** Something may have to be refused. */
export function mayRefuse({ sensitiveData, personalData }: SensitivePolicy): boolean {
  return sensitiveData === 'refuse' || personalData === 'refuse';
}

/** Whether what was found is to be refused, by its kind. */
export function refuses({ sensitiveData, personalData }: SensitivePolicy, kind: string): boolean {
  return (isPersonal(kind) ? personalData : sensitiveData) === 'refuse';
}

/** The same, of what has happened and cannot be refused: it is redacted. */
export function redactingOnly({ sensitiveData, personalData }: SensitivePolicy): SensitivePolicy {
  return { sensitiveData: redacted(sensitiveData), personalData: redacted(personalData) };
}

/** A policy as an earlier version wrote it down, which knew no personal data. */
export function completePolicy(stored: Pick<SensitivePolicy, 'sensitiveData'> & Partial<SensitivePolicy>): SensitivePolicy {
  return { sensitiveData: stored.sensitiveData, personalData: stored.personalData ?? 'allow' };
}

function isPersonal(kind: string): boolean {
  return personalKinds.some((each) => each === kind);
}

function redacted(action: SensitiveAction): SensitiveAction {
  return action === 'refuse' ? 'redact' : action;
}
