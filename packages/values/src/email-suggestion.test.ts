import { expect, test } from 'vitest'
import { suggestEmail } from './email-suggestion.ts'

test.each([
  ['gmial.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gamil.con', 'gmail.com'],
  ['GMIAL.COM', 'gmail.com'],
  ['gmail.co.jp', 'gmail.com'],
  ['yaho.co.jp', 'yahoo.co.jp'],
  ['yahoo.co.jo', 'yahoo.co.jp'],
  ['yahoo.cojp', 'yahoo.co.jp'],
  ['yahoo.jp', 'yahoo.co.jp'],
  ['docomo.co.jp', 'docomo.ne.jp'],
  ['docomo.ne.jo', 'docomo.ne.jp'],
  ['docmo.ne.jp', 'docomo.ne.jp'],
  ['ezwed.ne.jp', 'ezweb.ne.jp'],
  ['softbenk.ne.jp', 'softbank.ne.jp'],
  ['softbank.nejp', 'softbank.ne.jp'],
  ['i.softbank.jo', 'i.softbank.jp'],
  ['icloud.co', 'icloud.com'],
  ['iclould.com', 'icloud.com'],
  ['hotmial.com', 'hotmail.com'],
  ['outlok.jp', 'outlook.jp'],
])('%s was meant as %s', (typed, meant) => {
  expect(suggestEmail(`Hanako.y@${typed}`)).toBe(`Hanako.y@${meant}`)
})

test.each([
  'gmail.com',
  'Gmail.com',
  'yahoo.co.jp',
  'yahoo.ne.jp',
  'ymail.com',
  'mail.com',
  'email.com',
  'me.com',
  'mac.com',
  'au.com',
  'gmx.com',
  'ne.com',
  'aou.com',
  'msm.com',
  'gmo.jp',
  'example.jp',
  'kushi.example',
  'softbank.co.jp',
  'toyota.co.jp',
  `${'a'.repeat(5000)}.jp`,
])('%s is left alone', (domain) => {
  expect(suggestEmail(`hanako@${domain}`)).toBeNull()
})

test.each(['', 'hanako', '@gmial.com', 'hanako@'])('%j has nothing to suggest', (text) => {
  expect(suggestEmail(text)).toBeNull()
})
