import { expect, test } from 'vitest'
import { type FormPart, formPartOf } from './form-part.ts'

test.each<[string, FormPart]>([
  ['member.email', 'email'],
  ['member.email_confirm', 'email'],
  ['member.password_confirm', 'password'],
  ['member.name01', 'name'],
  ['other.kana02', 'name'],
  ['member.postal_code', 'postal_code'],
  ['other.pref_id', 'address'],
  ['member.addr03', 'address'],
  ['member.phone_number', 'phone'],
  ['member.company_name', 'profile'],
  ['member.birthday.year', 'profile'],
  ['destination', 'destination'],
  ['delivery_date', 'delivery'],
  ['note', 'note'],
  ['note_text', 'note'],
  ['pattern.day', 'pattern'],
  ['wrapping.name', 'wrapping'],
  ['payment', 'payment'],
  ['second_way', 'payment'],
  ['second_way_consent', 'consent'],
  ['card', 'card'],
  ['cc-number', 'card'],
  ['agreed', 'consent'],
  ['third_party_consent', 'consent'],
  ['', 'other'],
])('%s belongs to %s', (path, part) => {
  expect(formPartOf(path)).toBe(part)
})
