import { expect, test } from 'vitest'
import { parseDeliverySlot } from './delivery-slot.ts'

test.each([
  ['午前中', 'am'],
  ['AM', 'am'],
  ['8時〜12時', 'am'],
  ['14–16時', '14-16'],
  ['14:00〜16:00', '14-16'],
  ['１８時～２０時', '18-20'],
  ['19:00-21:00', '19-21'],
  ['指定なし', null],
  ['', null],
  ['10–11時', undefined],
  ['夕方', undefined],
])('%s', (label, slot) => {
  expect(parseDeliverySlot(label)).toBe(slot)
})
