/** Windows' Shift_JIS (CP932) has only one character of each pair; readers can't see the difference. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '〜': '～',
  '−': '－',
  '—': '―',
  '‖': '∥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
}

/**
 * Replaces characters that Windows' Shift_JIS (CP932) lacks by their look-alikes. Apply it before a text is encoded.
 */
export const toCp932Text = (text: string): string => text.replace(/[〜−—‖¢£¬]/g, (sign) => LOOKALIKES[sign]!)
