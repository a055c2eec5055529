/** What was decided on a call that waited. */
export type Decision =
  | { readonly kind: 'approve'; readonly by: string }
  | { readonly kind: 'refuse'; readonly reason: string; readonly by: string }
  /** Approved with other arguments. */
  | { readonly kind: 'change'; readonly args: Readonly<Record<string, unknown>>; readonly by: string }
  /** What the tool of the caller gave; `success`: whether it did what it was asked for. */
  | { readonly kind: 'result'; readonly text: string; readonly success: boolean; readonly by: string }
  | { readonly kind: 'answer'; readonly text: string; readonly by: string };
