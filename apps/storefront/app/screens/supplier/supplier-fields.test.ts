import { SupplierForm } from '@kushi/contract/form/contact'
import { expect, test } from 'vitest'
import { initialSupplier, spaced, spacedKana, supplierFailures, supplierPath, toSupplier } from './supplier-fields.ts'

const filled = {
  ...initialSupplier(null),
  company_name: '株式会社 椿野(山口 花子)',
  name: '山口　花子',
  name_kana: 'ヤマグチ  ハナコ',
  member: {
    ...initialSupplier(null).member,
    postal_code: '〒100-0005',
    pref_id: '13',
    addr01: '千代田区丸の内',
    addr02: '１−２',
    phone_number: '03-0000-0000',
  },
  email: 'a@example.com',
  email_confirm: 'a@example.com',
  terms_agreed: true,
  privacy_agreed: true,
  idempotency_key: '0123456789abcdef',
}

test('what was typed in any way is sent as the shop wants it', () => {
  const form = toSupplier(filled)
  expect(form).toMatchObject({
    name: '山口 花子',
    name_kana: 'やまぐち はなこ',
    postal_code01: '100',
    postal_code02: '0005',
    pref_id: 13,
    addr02: '1-2',
    phone_number: '0300000000',
  })
  expect('name01' in form).toBe(false)
  expect(SupplierForm.safeParse(form).success).toBe(true)
  expect(supplierFailures(filled)).toEqual([])
})

test('a name needs its space, whichever it is', () => {
  expect(spaced(' 山田　　花子 ')).toBe('山田 花子')
  expect(spacedKana('ヤマダ　はなこ')).toBe('やまだ はなこ')
  expect(supplierFailures({ ...filled, name: '山口花子' }).map(({ path }) => path)).toEqual(['name'])
})

test('an empty form names every field once', () => {
  const paths = supplierFailures(initialSupplier(null)).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.sort()).toEqual([
    'company_name',
    'email',
    'email_confirm',
    'member.addr01',
    'member.addr02',
    'member.phone_number',
    'member.postal_code',
    'member.pref_id',
    'name',
    'name_kana',
    'privacy_agreed',
    'terms_agreed',
  ])
})

test('a field of the server has its place on the screen', () => {
  expect(['postal_code01', 'addr03', 'email'].map(supplierPath)).toEqual([
    'member.postal_code',
    'member.addr03',
    'email',
  ])
})
