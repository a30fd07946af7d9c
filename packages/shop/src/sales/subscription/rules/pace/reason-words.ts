/** The shop words its reasons itself. 「使い切れずに余っている」「まだ残っている」 say that something is left, 「足りない」 that nothing is; 「残念」「余裕」 say neither. */
const LEFT = /[余残](って|る)/
const SHORT = /足り/

/**
 * What the words of a reason of お休み, 休止 or 解約 say about the goods at home: something is left, or they ran short. null:
 * nothing.
 */
export const leftoverHintOfReason = (label: string): 'left' | 'short' | null =>
  LEFT.test(label) ? 'left' : SHORT.test(label) ? 'short' : null
