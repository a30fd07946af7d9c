import { expect, test } from 'vitest'
import { z } from 'zod'
import { FIELD_NAME } from './audit-words.ts'
import { adminContract } from './contract.ts'

/** Fields that no audit entry has: they steer a call, prove who calls, or only ask. */
const steering =
  /^(id|ids|version|filter|q|sort|after|before|per_page|encoding|chosen|query|direction|onto|idempotency_key|matched|order_nos|order_no|undo|demo|password|typed_id|other_id|last_message_id|subject_id|inquiry_id|product_sku_id|shown_.*|.*_(from|to)|is_(subscription|first|one_time)|awaits_goods|has_.*|customer_id|payment_state|failure|subscription_division_id|yamato|sagawa|japan_post|corporate_words|period|by|view|switched|(end_)?reason_id|is_waiting|accepts_missing)$/

test('what an operator changes has a Japanese name in 操作履歴', () => {
  const names = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { properties } = node as { properties?: object }
    for (const name of Object.keys(properties ?? {})) names.add(name)
    for (const child of Object.values(node)) walk(child)
  }
  for (const endpoint of Object.values(adminContract))
    if ('body' in endpoint) walk(z.toJSONSchema(endpoint.body as z.ZodType, { unrepresentable: 'any', io: 'input' }))
  const nameless = [...names].filter((name) => /^[a-z][a-z0-9_]*$/.test(name))
  expect(nameless.filter((name) => !(name in FIELD_NAME) && !steering.test(name))).toEqual([])
})
