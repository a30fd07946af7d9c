import { expect, test } from 'vitest'
import { z } from 'zod'
import { adminContract } from './admin/contract.ts'
import { contract } from './contract.ts'
import { fieldTitles, findFieldMeta, listContractFields } from './field-meta.ts'

/** Fields that no audit entry has: they steer a call, prove who calls, or only ask. */
const steering =
  /^(id|ids|version|filter|q|sort|after|before|per_page|encoding|chosen|query|direction|onto|idempotency_key|matched|order_nos|order_no|undo|demo|password|typed_id|other_id|last_message_id|subject_id|inquiry_id|product_sku_id|shown_.*|.*_(from|to)|is_(subscription|first|one_time)|awaits_goods|has_.*|customer_id|payment_state|failure|subscription_division_id|yamato|sagawa|japan_post|corporate_words|period|by|view|switched|(end_)?reason_id|is_waiting|accepts_missing)$/

test('what an operator changes has a Japanese name in 操作履歴', () => {
  const bodies = Object.entries(adminContract).flatMap(([key, call]) =>
    'body' in call ? [[key, { body: call.body }]] : [],
  )
  const names = new Set([...listContractFields(Object.fromEntries(bodies))].map(([name]) => name))
  const nameless = [...names].filter((name) => /^[a-z][a-z0-9_]*$/.test(name))
  expect(nameless.filter((name) => !fieldTitles().has(name) && !steering.test(name))).toEqual([])
})

test('a name has one title: 操作履歴 knows the name of what changed, not the call', () => {
  const titles = new Map<string, Set<string>>()
  for (const [name, { title }] of [...listContractFields(adminContract), ...listContractFields(contract)])
    if (title !== undefined) titles.set(name, (titles.get(name) ?? new Set()).add(title))
  expect([...titles].flatMap(([name, found]) => (found.size > 1 ? [[name, ...found]] : []))).toEqual([])
})

/** Typed by operators, returned to customers, and no words of the shop: whose they are, or what they are for. */
const NOT_READ: Readonly<Record<string, string>> = {
  account_number: 'of an account, from the bank',
  adcd: 'a number, a code or a key',
  addr01: "a member's own, written for them",
  addr02: "a member's own, written for them",
  addr03: "a member's own, written for them",
  address: 'of the seller, from the register',
  answer: 'answers one person',
  bank_code: 'of an account, from the bank',
  bank_name: 'of an account, from the bank',
  body: 'answers one person',
  branch_code: 'of an account, from the bank',
  branch_name: 'of an account, from the bank',
  company_address: 'of the seller, from the register',
  company_name: 'of the seller, from the register',
  company_name_kana: "a member's own, written for them",
  content: "a member's own, written for them",
  coupon_codes: 'a number, a code or a key',
  delivery_notes: "a member's own, written for them",
  description: 'for operators; that of a product and of a payment says so',
  email: "a member's own, written for them",
  html: 'a text that is only looked at; where it is saved it says so',
  image_path: 'a path or a color',
  item_name: 'a number, a code or a key',
  kana01: "a member's own, written for them",
  kana02: "a member's own, written for them",
  landing_slug: 'a number, a code or a key',
  link_to: 'a path or a color',
  logo_path: 'a path or a color',
  manager_name: "a member's own, written for them",
  manager_name_kana: "a member's own, written for them",
  message_card: "a member's own, written for them",
  name: "a member's own, written for them",
  name01: "a member's own, written for them",
  name02: "a member's own, written for them",
  name_on: "a member's own, written for them",
  named_as: 'how a customer wants to be named',
  noshi_text: "a member's own, written for them",
  order_no: 'a number, a code or a key',
  path: 'a path or a color',
  phone_number: "a member's own, written for them",
  postal_code01: "a member's own, written for them",
  postal_code02: "a member's own, written for them",
  primary_color: 'a path or a color',
  product_code: 'a number, a code or a key',
  reason: 'answers one person',
  registration_number: 'of the seller, from the register',
  shipment_no: 'a number, a code or a key',
  slug: 'a number, a code or a key',
  subscription_color: 'a path or a color',
  terms_version: 'a number, a code or a key',
  text: 'a text that is only looked at; where it is saved it says so',
  tracking_no: 'a number, a code or a key',
  use_image_path: 'a path or a color',
  version: 'a number, a code or a key',
  wrap: "a member's own, written for them",
  wrapping_name: 'chosen from the names of the settings, which say so',
}

test('a text of the shop that customers are sent says that they read it, wherever it is typed', () => {
  const textsOf = (schemas: readonly unknown[]) => {
    const found = new Map<string, boolean>()
    const seen = new Set<unknown>()
    const open = [...schemas] as z.core.$ZodTypes[]
    for (let schema = open.pop(); schema; schema = open.pop()) {
      if (seen.has(schema)) continue
      seen.add(schema)
      const { def } = schema._zod
      if (def.type === 'object')
        for (const name of Object.keys(def.shape)) {
          const { places, isRead } = findFieldMeta([schema], name)
          if (places.some(isText)) found.set(name, isRead && (found.get(name) ?? true))
        }
      open.push(...(partsOf(schema) as z.core.$ZodTypes[]))
    }
    return found
  }
  const sent = textsOf(Object.values(contract).map(({ response }) => response))
  const typed = textsOf(Object.values(adminContract).flatMap((call) => ('body' in call ? [call.body] : [])))
  const unsaid = [...typed].flatMap(([name, isRead]) => (sent.has(name) && !isRead ? [name] : []))
  expect(unsaid.sort()).toEqual(Object.keys(NOT_READ).sort())
})

test('what the shop writes for customers keeps its commas', () => {
  const lost: string[] = []
  const seen = new Set<unknown>()
  const open = Object.values(adminContract).flatMap((call) => ('body' in call ? [call.body as z.core.$ZodType] : []))
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (seen.has(schema)) continue
    seen.add(schema)
    const { def } = (schema as z.core.$ZodTypes)._zod
    if (def.type === 'object')
      for (const [name, field] of Object.entries(def.shape)) {
        const { data } = z.globalRegistry.get(field)?.read_by ? z.safeParse(field, '1,000円') : {}
        if (typeof data === 'string' && data !== '1,000円') lost.push(name)
      }
    open.push(...partsOf(schema))
  }
  expect(seen.size).toBeGreaterThan(100)
  expect(lost).toEqual([])
})

function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return Object.values(def.shape)
  if (def.type === 'array') return [def.element]
  if (def.type === 'union') return [...def.options]
  if (def.type === 'record') return [def.valueType]
  if (def.type === 'intersection') return [def.left, def.right]
  if (def.type === 'pipe') return [def.in]
  return 'innerType' in def ? [def.innerType] : []
}

const isText = (schema: z.core.$ZodType): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'string' ? !('format' in def) : def.type !== 'object' && partsOf(schema).some(isText)
}
