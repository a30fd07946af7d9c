import { adminContract } from '@kushi/contract/admin/contract'
import { contract } from '@kushi/contract/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { fieldFailures } from './validation.ts'

const failuresOf = (schema: unknown, value: unknown) =>
  fieldFailures(schema as z.ZodType, (schema as z.ZodType).safeParse(value).error!).map(({ path, message_id }) => [
    path,
    message_id,
  ])

const update = contract['PUT /v1/common/address/update/{id}'].body

test('for a union the intended variant is reported, with every field', () => {
  const address = { name01: '', kana01: 'カナ', is_default: false }
  const failures = failuresOf(update, address)
  expect(failures).toContainEqual(['name01', 'cmn-err-001'])
  expect(failures).toContainEqual(['kana01', 'cmn-err-003'])
  expect(failures).toContainEqual(['addr02', 'cmn-err-001'])
  expect(failuresOf(update, { is_default: false })).toEqual([['is_default', 'cmn-err-003']])
})

test('a typed reason says that it is empty, a selected one that it has to be selected', () => {
  const message = (schema: z.ZodType, value: unknown) =>
    fieldFailures(schema, schema.safeParse(value).error!).find(({ path }) => path === 'reason')!.message
  const typed = adminContract['POST /admin/v1/orders/{id}/evidence'].body
  expect(message(typed, { reason: '' })).toBe('提出先と理由を入力してください。')
  const selected = adminContract['POST /admin/v1/subscriptions/{id}/cancel'].body
  expect(message(selected, { reason: null })).toBe('解約理由を選択してください。')
})

test('an empty date is missing, not of another form', () => {
  const { body } = adminContract['POST /admin/v1/bank-refunds/files']
  const failures = fieldFailures(body, body.safeParse({ pay_on: '' }, { reportInput: true }).error!)
  expect(new Set(failures.map(({ message }) => message))).toEqual(new Set(['振込指定日を入力してください。']))
})

const draft = contract['POST /v1/order/validates-data'].body
const register = contract['POST /v1/customer/new'].body
const contact = contract['POST /v1/contact/complete/mail'].body

test.each([
  [
    'a text too long',
    contract['POST /v1/common/address/new'].body,
    { delivery_notes: 'あ'.repeat(201) },
    'delivery_notes',
    'cmn-err-004',
    '置き配は200文字以内で入力してください。',
  ],
  [
    'a number out of range',
    contract['POST /v1/cart/items/new'].body,
    { quantity: 100 },
    'quantity',
    'cmn-err-008',
    '数量は1から99の範囲で入力してください。',
  ],
  [
    'a number as a word',
    contract['POST /v1/cart/items/new'].body,
    { quantity: '2' },
    'quantity',
    'cmn-err-003',
    '数量は半角数字で入力してください。',
  ],
  [
    'too long a list',
    draft,
    { items: Array(101).fill({}) },
    'items',
    'cmn-err-008',
    '内容は1件から100件の範囲で入力してください。',
  ],
  [
    'a day in another form',
    draft,
    { delivery_date: '12/20' },
    'delivery_date',
    'cmn-err-003',
    'お届け日は「2026-12-31」の形式で入力してください。',
  ],
  ['no prefecture', register, {}, 'pref_id', 'cmn-err-002', '都道府県を選択してください。'],
  [
    'an answer without a name of its own',
    contract['POST /v1/cart-abandonments/set_abandonment_setting'].body,
    {},
    'is_consented',
    'cmn-err-002',
    '「is_consented」を選択してください。',
  ],
  [
    'a prefecture that there is not',
    register,
    { pref_id: 48 },
    'pref_id',
    'cmn-err-002',
    '都道府県を選択してください。',
  ],
  [
    'no such payment method',
    draft,
    { payment_method_id: 99 },
    'payment_method_id',
    'cmn-err-002',
    'お支払い方法を選択してください。',
  ],
  [
    'no inquiry category',
    contact,
    { inquiry_category_id: 0 },
    'inquiry_category_id',
    'cmn-err-002',
    'お問い合わせの種類を選択してください。',
  ],
  ['30 February', register, { birthday: '2000-02-30' }, 'birthday', 'invalid', '生年月日が正しくありません。'],
  [
    '30 February',
    contract['POST /v1/order/subscription/{id}/preview'].body,
    { next_delivery_date: '2027-02-30' },
    'next_delivery_date',
    'next_delivery_date_invalid',
    '次回のお届け日が正しくありません。',
  ],
  [
    'nothing asked for',
    contract['GET /v1/product/sku/list'].query,
    {},
    'product_sku_ids',
    'cmn-err-001',
    '「product_sku_ids」を入力してください。',
  ],
  [
    'nothing asked for',
    contract['GET /v1/setting/system/masterdata/target/detail/'].query,
    {},
    'name',
    'cmn-err-001',
    '名前を入力してください。',
  ],
])('%s is reported by its id and message', (_, schema, value, path, message_id, message) => {
  const read = schema as unknown as z.ZodType
  const fields = fieldFailures(read, read.safeParse(value, { reportInput: true }).error!)
  expect(fields.find((field) => field.path === path)).toEqual({ path, message_id, message })
})
