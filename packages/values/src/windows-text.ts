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

/** A text with the characters that Windows' Shift_JIS has of these pairs, before it is encoded. */
export const inWindows = (text: string): string => text.replace(/[〜−—‖¢£¬]/g, (sign) => LOOKALIKES[sign]!)
