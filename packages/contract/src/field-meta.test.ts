import { expect, test } from 'vitest'
import { adminContract } from './admin/contract.ts'
import { contract } from './contract.ts'
import { fieldsOf, fieldTitles } from './field-meta.ts'

/** Fields that no audit entry has: they steer a call, prove who calls, or only ask. */
const steering =
  /^(id|ids|version|filter|q|sort|after|before|per_page|encoding|chosen|query|direction|onto|idempotency_key|matched|order_nos|order_no|undo|demo|password|typed_id|other_id|last_message_id|subject_id|inquiry_id|product_sku_id|shown_.*|.*_(from|to)|is_(subscription|first|one_time)|awaits_goods|has_.*|customer_id|payment_state|failure|subscription_division_id|yamato|sagawa|japan_post|corporate_words|period|by|view|switched|(end_)?reason_id|is_waiting|accepts_missing)$/

test('what an operator changes has a Japanese name in 操作履歴', () => {
  const bodies = Object.entries(adminContract).flatMap(([key, call]) =>
    'body' in call ? [[key, { body: call.body }]] : [],
  )
  const names = new Set([...fieldsOf(Object.fromEntries(bodies))].map(([name]) => name))
  const nameless = [...names].filter((name) => /^[a-z][a-z0-9_]*$/.test(name))
  expect(nameless.filter((name) => !fieldTitles().has(name) && !steering.test(name))).toEqual([])
})

test('a name has one title: 操作履歴 knows the name of what changed, not the call', () => {
  const titles = new Map<string, Set<string>>()
  for (const [name, { title }] of [...fieldsOf(adminContract), ...fieldsOf(contract)])
    if (title !== undefined) titles.set(name, (titles.get(name) ?? new Set()).add(title))
  expect([...titles].flatMap(([name, found]) => (found.size > 1 ? [[name, ...found]] : []))).toEqual([])
})
