import { expect, test } from 'vitest'
import { failuresOf } from './codec.ts'
import { spacedKana } from './kana.ts'
import { initialSupplier, supplierForm } from './supplier.ts'
import { collapseSpaces } from './writing.ts'

const filled = {
  ...initialSupplier(null),
  company_name: '株式会社 椿野(山口 花子)',
  name: '山口　花子',
  name_kana: 'ヤマグチ  ハナコ',
  postal_code: '〒100-0005',
  pref_id: '13',
  addr01: '千代田区丸の内',
  addr02: '１−２',
  phone_number: '03-0000-0000',
  email: 'a@example.com',
  email_confirm: 'a@example.com',
  terms_agreed: true,
  privacy_agreed: true,
}

test('normalizes all input before sending', () => {
  const form = supplierForm.parse(filled)
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
})

test('a name needs a space of any kind', () => {
  expect(collapseSpaces(' 山田　　花子 ')).toBe('山田 花子')
  expect(spacedKana('ヤマダ　はなこ')).toBe('やまだ はなこ')
  expect(failuresOf(supplierForm, { ...filled, name: '山口花子' }).map(({ path }) => path)).toEqual(['name'])
})

test('reports each field of an empty form once', () => {
  const paths = failuresOf(supplierForm, initialSupplier(null)).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.sort()).toEqual([
    'addr01',
    'addr02',
    'company_name',
    'email',
    'email_confirm',
    'name',
    'name_kana',
    'phone_number',
    'postal_code',
    'pref_id',
    'privacy_agreed',
    'terms_agreed',
  ])
})
