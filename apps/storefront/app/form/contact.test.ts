import type { Customer } from '@kushi/contract/customer'
import { expect, test } from 'vitest'
import { failuresOf } from './codec.ts'
import { contactForm, initialContact, lineContactForm, noLineContact } from './contact.ts'

const filled = {
  ...initialContact(null),
  name01: '山口',
  name02: '花子',
  kana01: 'ヤマグチ',
  kana02: 'はなこ',
  email: 'hanako@example.jp ',
  email_confirm: 'ｈanako@example.jp',
  phone_number: '０９０−1234 5678',
  inquiry_category_id: '2',
  content: ' 次回のお届けについて\n教えてください。 ',
  terms_agreed: true,
  privacy_agreed: true,
}

test('normalizes all input before sending', () => {
  expect(contactForm.parse(filled)).toEqual({
    name01: '山口',
    name02: '花子',
    kana01: 'やまぐち',
    kana02: 'はなこ',
    email: 'hanako@example.jp',
    email_confirm: 'hanako@example.jp',
    phone_number: '09012345678',
    inquiry_category_id: 2,
    content: '次回のお届けについて\n教えてください。',
    terms_agreed: true,
    privacy_agreed: true,
  })
})

test('reports each field of an empty form once', () => {
  expect(
    failuresOf(contactForm, initialContact(null))
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    'content',
    'email',
    'email_confirm',
    'inquiry_category_id',
    'kana01',
    'kana02',
    'name01',
    'name02',
    'privacy_agreed',
    'terms_agreed',
  ])
})

test('reports two different e-mail addresses even if other fields are missing', () => {
  const failures = failuresOf(contactForm, { ...filled, email_confirm: 'other@example.jp', content: '' })
  expect(failures.map(({ path }) => path).sort()).toEqual(['content', 'email_confirm'])
})

test('fills in the data of a member', () => {
  const customer = { name01: '山口', email: 'hanako@example.jp', phone_number: '0312345678' } as Customer
  expect(initialContact(customer)).toMatchObject({
    name01: '山口',
    name02: '',
    email: 'hanako@example.jp',
    email_confirm: 'hanako@example.jp',
    phone_number: '0312345678',
  })
})

test('requires a choice, also from LINE', () => {
  expect(
    failuresOf(lineContactForm, { ...noLineContact, content: 'あ', terms_agreed: true, privacy_agreed: true }),
  ).toEqual([{ path: 'inquiry_category_id', message: 'お問い合わせの種類を選択してください。' }])
})
