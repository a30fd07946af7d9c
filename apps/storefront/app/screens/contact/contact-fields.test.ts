import type { Customer } from '@kushi/contract/customer'
import { ContactForm } from '@kushi/contract/form/contact'
import { expect, test } from 'vitest'
import { contactFailures, contactPath, initialContact, toContact } from './contact-fields.ts'

const filled = {
  ...initialContact(null),
  member: { name01: '山口', name02: '花子', kana01: 'ヤマグチ', kana02: 'はなこ' },
  email: 'hanako@example.jp ',
  email_confirm: 'ｈanako@example.jp',
  phone_number: '０９０−1234 5678',
  inquiry_category_id: '2',
  content: ' 次回のお届けについて\n教えてください。 ',
  terms_agreed: true,
  privacy_agreed: true,
  idempotency_key: '0123456789abcdef',
}

test('what was typed in any way is sent as the shop wants it', () => {
  const form = toContact(filled)
  expect(form).toEqual({
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
    idempotency_key: '0123456789abcdef',
  })
  expect(ContactForm.safeParse(form).success).toBe(true)
  expect(contactFailures(filled)).toEqual([])
})

test('an empty form names every field once', () => {
  expect(
    contactFailures(initialContact(null))
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    'content',
    'email',
    'email_confirm',
    'inquiry_category_id',
    'member.kana01',
    'member.kana02',
    'member.name01',
    'member.name02',
    'privacy_agreed',
    'terms_agreed',
  ])
})

test('two addresses that differ are told even while something else is missing', () => {
  const failures = contactFailures({ ...filled, email_confirm: 'other@example.jp', content: '' })
  expect(failures.map(({ path }) => path).sort()).toEqual(['content', 'email_confirm'])
})

test('a member is known', () => {
  const customer = { name01: '山口', email: 'hanako@example.jp', phone_number: '0312345678' } as Customer
  expect(initialContact(customer)).toMatchObject({
    member: { name01: '山口', name02: '' },
    email: 'hanako@example.jp',
    email_confirm: 'hanako@example.jp',
    phone_number: '0312345678',
  })
})

test('a field of the server has its place on the screen', () => {
  expect(['name01', 'kana02', 'content'].map(contactPath)).toEqual(['member.name01', 'member.kana02', 'content'])
})
