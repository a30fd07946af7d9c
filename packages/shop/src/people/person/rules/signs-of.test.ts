import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressNumbers, normalizedMailbox, type PersonAccount, personSignsOf } from './signs-of.ts'

const hanako: PersonAccount = {
  name01: '山口',
  name02: '花子',
  kana01: 'やまぐち',
  kana02: 'はなこ',
  postal_code01: '248',
  postal_code02: '0006',
  addr01: '鎌倉市小町',
  addr02: '1-2-3',
  addr03: 'メゾン椿 201号室',
  phone_number: '09000000001',
  email: 'hanako@example.com',
  line_id: null,
}
const textsOf = (account: Partial<PersonAccount>, to: Partial<PersonAccount> | null = null) =>
  personSignsOf({ ...hanako, ...account }, to && { ...hanako, ...to }).map(({ kind, text }) => `${kind} ${text}`)
const common = (one: string[], other: string[]) =>
  one.filter((text) => other.includes(text)).map((t) => t.split(' ')[0])

test.each([
  ['1-2-3', '1-2-3'],
  ['１－２－３', '1-2-3'],
  ['一丁目2番3号', '1-2-3'],
  ['十二丁目二十三番地の4', '12-23-4'],
  ['1丁目２ー０３', '1-2-3'],
  ['北四条西5', '4-5'],
  ['番地なし', ''],
])('the numbers of an address: %s', (address, numbers) => expect(addressNumbers(address).join('-')).toBe(numbers))

test.each([
  ['Hanako@Example.com', 'hanako@example.com'],
  ['hanako+2@example.com', 'hanako@example.com'],
  ['ha.na.ko+x@gmail.com', 'hanako@gmail.com'],
  ['ha.na.ko@googlemail.com', 'hanako@gmail.com'],
  ['ha.na.ko@example.com', 'ha.na.ko@example.com'],
  ['+a@example.com', '+a@example.com'],
])('one mailbox: %s', (email, mailbox) => expect(normalizedMailbox(email)).toBe(mailbox))

test('a second account in another notation has the same signs', () => {
  const again = {
    kana01: 'ヤマグチ',
    kana02: 'ﾊﾅｺ',
    addr02: '一丁目２番３号',
    addr03: '椿メゾン２０１',
    phone_number: '+81 90-0000-0001',
    email: 'hanako+new@example.com',
  }
  expect(common(textsOf(hanako), textsOf(again)).sort()).toEqual(['mailbox', 'phone', 'phone', 'place', 'resident'])
})

test.each(['0467000001', '09000000001'])('the same house and telephone %s alone is not the same person', (phone) => {
  const home = { phone_number: phone }
  const taro = { ...home, kana02: 'たろう', email: 'taro@example.com' }
  expect(common(textsOf(home), textsOf(taro)).sort()).toEqual(['phone', 'place'])
  const shared = personSignsOf({ ...hanako, ...taro }, null).filter(({ text }) =>
    textsOf(home).some((one) => one.endsWith(` ${text}`)),
  )
  expect(shared.map(({ kind, is_strong }) => [kind, is_strong]).sort()).toEqual([
    ['phone', false],
    ['place', false],
  ])
})

test('the same telephone and name elsewhere is the same person', () => {
  const elsewhere = { ...hanako, addr02: '9-9-9', email: 'other@example.com', kana01: 'ヤマグチ' }
  const shared = personSignsOf(elsewhere, null).filter(({ text }) =>
    personSignsOf(hanako, null).some((one) => one.text === text),
  )
  expect(shared.map(({ kind, is_strong }) => [kind, is_strong]).sort()).toEqual([
    ['phone', false],
    ['phone', true],
  ])
})

test('who receives a present leaves no sign but the house', () => {
  const grandmother = { kana02: 'うめ', phone_number: '09000000009', addr02: '9-9-9' }
  const signs = personSignsOf(hanako, { ...hanako, ...grandmother })
  const own = personSignsOf(hanako, null)
  const more = signs.filter(({ text, is_kept }) => is_kept && !own.some((one) => one.text === text))
  expect(more.map(({ kind }) => kind)).toEqual(['place'])
  expect(signs.filter(({ kind, is_strong }) => kind === 'resident' && is_strong)).toHaveLength(1)
})

test('nothing is known of an erased order', () => {
  const nothing = Object.fromEntries(Object.keys(hanako).map((name) => [name, '']))
  expect(
    personSignsOf({ ...hanako, ...nothing, postal_code01: '000', postal_code02: '0000', line_id: null }, null),
  ).toEqual([])
})

test('signs never repeat, and any text is taken', () => {
  const text = fc.string({ unit: 'grapheme' })
  const address = fc.record(Object.fromEntries(Object.keys(hanako).map((name) => [name, text])))
  fc.assert(
    fc.property(address, address, (one, other) => {
      const signs = personSignsOf(one as never, other as never).map(({ kind, text }) => `${kind}:${text}`)
      expect(new Set(signs).size).toBe(signs.length)
    }),
  )
})
