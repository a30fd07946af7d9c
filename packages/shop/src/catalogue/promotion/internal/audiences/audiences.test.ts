import { expect, test } from 'vitest'
import { anyBuyerAudience } from './any-buyer.ts'
import { birthdayMonthAudience } from './birthday-month.ts'
import { listedMembersAudience } from './listed-members.ts'
import { firstTimeBuyersAudience } from './new.ts'
import { oncePerPersonAudience } from './once.ts'
import { oncePerAddressAudience } from './once-address.ts'
import { oncePerPersonAfterPauseAudience } from './once-more-later.ts'

const row = { promotion_name: '秋の特典', again_after_months: 11 }
const now = new Date('2026-10-31T16:00:00Z')
const past = { last_used: null, last_use_id: 0, has_ordered: false, is_elsewhere: false, person: 'member:7' }
const used = { ...past, last_used: new Date('2026-05-31T16:00:00Z'), last_use_id: 5 }

test.each<[string, string | null, string | null]>([
  ['anybody', anyBuyerAudience.refuse(row, {}, now), null],
  ['once, not had yet', oncePerPersonAudience.refuse(row, past, now), null],
  [
    'once, had before',
    oncePerPersonAudience.refuse(row, used, now),
    '「秋の特典」は、おひとり様1回限りです。すでにご利用いただいているため、適用されません。',
  ],
  [
    'once, had in another account',
    oncePerPersonAudience.refuse(row, { ...used, is_elsewhere: true }, now),
    '「秋の特典」は、おひとり様1回限りです。同じお電話番号またはご住所で、すでにご利用いただいているため、適用されません。',
  ],
  [
    'again, too early',
    oncePerPersonAfterPauseAudience.refuse(row, used, now),
    '「秋の特典」は、すでにご利用いただいています。次は2027年05月01日からご利用いただけます。',
  ],
  [
    'again, had in another account: the day is not told',
    oncePerPersonAfterPauseAudience.refuse(row, { ...used, is_elsewhere: true }, now),
    '「秋の特典」は、同じお電話番号またはご住所で、すでにご利用いただいています。',
  ],
  ['new', firstTimeBuyersAudience.refuse(row, past, now), null],
  [
    'new, but has ordered',
    firstTimeBuyersAudience.refuse(row, { ...past, has_ordered: true }, now),
    '「秋の特典」は、はじめてご注文の方に限らせていただいています。',
  ],
  [
    'new, but has used it',
    firstTimeBuyersAudience.refuse(row, { ...used, has_ordered: true }, now),
    '「秋の特典」は、おひとり様1回限りです。すでにご利用いただいているため、適用されません。',
  ],
  [
    'once an address, had there',
    oncePerAddressAudience.refuse(row, { was_sent_here: true, address: 'address:a' }, now),
    '「秋の特典」は、お届け先のご住所ごとに1回限りです。このご住所ではすでにご利用いただいているため、適用されません。',
  ],
  [
    'once an address, too many asked for',
    oncePerAddressAudience.refuse(row, { was_sent_here: null, address: null }, now),
    '「秋の特典」は、いまお届け先のご住所を確かめられないため、適用されません。しばらくしてからお試しください。',
  ],
  [
    'a list, for a guest',
    listedMembersAudience.refuse(row, { is_guest: true, is_listed: false }, now),
    '「秋の特典」は、対象の会員の方だけの特典です。ログインしてお確かめください。',
  ],
  [
    'a list without the member',
    listedMembersAudience.refuse(row, { is_guest: false, is_listed: false }, now),
    '「秋の特典」は、ご案内をお送りした会員の方だけの特典のため、適用されません。',
  ],
  ['a list with the member', listedMembersAudience.refuse(row, { is_guest: false, is_listed: true }, now), null],
  [
    'the month of birth, for a guest',
    birthdayMonthAudience.refuse(row, { is_guest: true, birthday: null }, now),
    '「秋の特典」は、対象の会員の方だけの特典です。ログインしてお確かめください。',
  ],
  [
    'the month of birth, not known',
    birthdayMonthAudience.refuse(row, { is_guest: false, birthday: null }, now),
    '「秋の特典」は、生まれ月の会員の方の特典です。会員情報に生年月日のご登録がないため、適用されません。',
  ],
  [
    'another month, in Japan',
    birthdayMonthAudience.refuse(row, { is_guest: false, birthday: '1990-10-31' }, now),
    '「秋の特典」は、生まれ月にご注文の会員の方の特典のため、適用されません。',
  ],
  ['the month of birth', birthdayMonthAudience.refuse(row, { is_guest: false, birthday: '1990-11-30' }, now), null],
])('%s', (_, refusal, expected) => {
  expect(refusal).toBe(expected)
})

test('uses are counted by the person or the address; the next of one who may again has another key', () => {
  expect(oncePerPersonAudience.key?.(past)).toBe('member:7')
  expect(firstTimeBuyersAudience.key?.(past)).toBe('member:7')
  expect(oncePerPersonAfterPauseAudience.key?.(past)).toBe('member:7:after:0')
  expect(oncePerPersonAfterPauseAudience.key?.(used)).toBe('member:7:after:5')
  expect(oncePerPersonAfterPauseAudience.key?.({ ...past, person: null })).toBeNull()
  expect(oncePerAddressAudience.key?.({ was_sent_here: false, address: 'address:a' })).toBe('address:a')
})
