/** The shop words its reasons itself. 「使い切れずに余っている」「まだ残っている」 say that something is left, 「足りない」 that nothing is; 「残念」「余裕」 say neither. */
const LEFT = /[余残](って|る)/
const SHORT = /足り/

/** What a reason of お休み, 休止 or 解約 tells of the goods at home; null: nothing. */
export const signOfWords = (label: string): 'left' | 'short' | null =>
  LEFT.test(label) ? 'left' : SHORT.test(label) ? 'short' : null
