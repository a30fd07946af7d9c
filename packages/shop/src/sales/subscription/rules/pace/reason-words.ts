/** The shop words its reasons itself. 「使い切れずに余っている」「まだ残っている」 say that something is left, 「足りない」 that nothing is; 「残念」「余裕」 say neither. */
const LEFT = /[余残](って|る)/
const SHORT = /足り/

/**
 * Returns whether a reason of お休み, 休止 or 解約 says that goods are left, or that they ran short. null: it says neither.
 */
export const leftoverHintOfReason = (label: string): 'left' | 'short' | null =>
  LEFT.test(label) ? 'left' : SHORT.test(label) ? 'short' : null
