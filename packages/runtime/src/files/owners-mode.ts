/** Of a folder that is made for data: its owner alone may look into it. */
export const ownersFolder = { recursive: true, mode: 0o700 } as const;

/** Of a file that is made for data: its owner alone may read it. */
export const ownersFileMode = 0o600;
