import { expect, test } from 'vitest'
import { anyBuyer } from './any-buyer.ts'
import { birthdayMonth } from './birthday-month.ts'
import { listedMembers } from './listed-members.ts'
import { firstTimeBuyers } from './new.ts'
import { oncePerPerson } from './once.ts'
import { oncePerAddress } from './once-address.ts'
import { oncePerPersonAfterPause } from './once-more-later.ts'

const row = { promotion_name: '秋の特典', again_after_months: 11 }
const now = new Date('2026-10-31T16:00:00Z')
const past = { last_used: null, last_use_id: 0, has_ordered: false, is_elsewhere: false, person: 'member:7' }
const used = { ...past, last_used: new Date('2026-05-31T16:00:00Z'), last_use_id: 5 }

test.each<[string, string | null, string | null]>([
  ['anybody', anyBuyer.refuse(row, {}, now), null],
  ['once, not had yet', oncePerPerson.refuse(row, past, now), null],
  [
    'once, had before',
    oncePerPerson.refuse(row, used, now),
    '「秋の特典」は、おひとり様1回限りです。すでにご利用いただいているため、適用されません。',
  ],
  [
    'once, had in another account',
    oncePerPerson.refuse(row, { ...used, is_elsewhere: true }, now),
    '「秋の特典」は、おひとり様1回限りです。同じお電話番号またはご住所で、すでにご利用いただいているため、適用されません。',
  ],
  [
    'again, too early',
    oncePerPersonAfterPause.refuse(row, used, now),
    '「秋の特典」は、すでにご利用いただいています。次は2027年05月01日からご利用いただけます。',
  ],
  [
    'again, had in another account: the day is not told',
    oncePerPersonAfterPause.refuse(row, { ...used, is_elsewhere: true }, now),
    '「秋の特典」は、同じお電話番号またはご住所で、すでにご利用いただいています。',
  ],
  ['new', firstTimeBuyers.refuse(row, past, now), null],
  [
    'new, but has ordered',
    firstTimeBuyers.refuse(row, { ...past, has_ordered: true }, now),
    '「秋の特典」は、はじめてご注文の方に限らせていただいています。',
  ],
  [
    'new, but has used it',
    firstTimeBuyers.refuse(row, { ...used, has_ordered: true }, now),
    '「秋の特典」は、おひとり様1回限りです。すでにご利用いただいているため、適用されません。',
  ],
  [
    'once an address, had there',
    oncePerAddress.refuse(row, { was_sent_here: true, address: 'address:a' }, now),
    '「秋の特典」は、お届け先のご住所ごとに1回限りです。このご住所ではすでにご利用いただいているため、適用されません。',
  ],
  [
    'once an address, too many asked for',
    oncePerAddress.refuse(row, { was_sent_here: null, address: null }, now),
    '「秋の特典」は、いまお届け先のご住所を確かめられないため、適用されません。しばらくしてからお試しください。',
  ],
  [
    'a list, for a guest',
    listedMembers.refuse(row, { is_guest: true, is_listed: false }, now),
    '「秋の特典」は、対象の会員の方だけの特典です。ログインしてお確かめください。',
  ],
  [
    'a list without the member',
    listedMembers.refuse(row, { is_guest: false, is_listed: false }, now),
    '「秋の特典」は、ご案内をお送りした会員の方だけの特典のため、適用されません。',
  ],
  ['a list with the member', listedMembers.refuse(row, { is_guest: false, is_listed: true }, now), null],
  [
    'the month of birth, for a guest',
    birthdayMonth.refuse(row, { is_guest: true, birthday: null }, now),
    '「秋の特典」は、対象の会員の方だけの特典です。ログインしてお確かめください。',
  ],
  [
    'the month of birth, not known',
    birthdayMonth.refuse(row, { is_guest: false, birthday: null }, now),
    '「秋の特典」は、生まれ月の会員の方の特典です。会員情報に生年月日のご登録がないため、適用されません。',
  ],
  [
    'another month, in Japan',
    birthdayMonth.refuse(row, { is_guest: false, birthday: '1990-10-31' }, now),
    '「秋の特典」は、生まれ月にご注文の会員の方の特典のため、適用されません。',
  ],
  ['the month of birth', birthdayMonth.refuse(row, { is_guest: false, birthday: '1990-11-30' }, now), null],
])('%s', (_, refusal, expected) => {
  expect(refusal).toBe(expected)
})

test('uses are counted by the person or the address; the next of one who may again has another key', () => {
  expect(oncePerPerson.key?.(past)).toBe('member:7')
  expect(firstTimeBuyers.key?.(past)).toBe('member:7')
  expect(oncePerPersonAfterPause.key?.(past)).toBe('member:7:after:0')
  expect(oncePerPersonAfterPause.key?.(used)).toBe('member:7:after:5')
  expect(oncePerPersonAfterPause.key?.({ ...past, person: null })).toBeNull()
  expect(oncePerAddress.key?.({ was_sent_here: false, address: 'address:a' })).toBe('address:a')
})
