/** Where an order goes (お届け先): to its own address, or to the member's. */
export const DELIVERY_DESTINATION = { other: 1, same_as_member: 2 } as const

/** Sort number of the delivery note that opens a free-text field. */
export const FREE_TEXT_NOTE_SORT_NUMBER = 6

/** お届け時間帯 of the carriers, whatever names a shop gives them. */
export const DELIVERY_SLOT_NAME = {
  am: '午前中',
  '12-14': '12–14時',
  '14-16': '14–16時',
  '16-18': '16–18時',
  '18-20': '18–20時',
  '18-21': '18–21時',
  '19-21': '19–21時',
  '20-21': '20–21時',
} as const
export type DeliverySlot = keyof typeof DELIVERY_SLOT_NAME
export const DELIVERY_SLOTS = Object.keys(DELIVERY_SLOT_NAME) as DeliverySlot[]

/** Parses 「14:00〜16:00」「午前中」「AM」 into a slot; null for 「指定なし」, undefined if no carrier has it. */
export function parseDeliverySlot(label: string): DeliverySlot | null | undefined {
  const text = label.normalize('NFKC')
  if (/指定なし|希望なし/.test(text) || text.trim() === '') return null
  const hours = [...text.replace(/:\d\d/g, '').matchAll(/\d+/g)].map(([hour]) => Number(hour))
  if (hours.length < 2) return /午前|^am$/i.test(text.trim()) ? 'am' : undefined
  if (hours[1] === 12) return 'am'
  return DELIVERY_SLOTS.find((slot) => slot === `${hours[0]}-${hours[1]}`)
}
