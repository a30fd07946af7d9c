import { prefecturesOfPostcode } from '@kushi/values/postcode-prefecture'
import { describe, expect, test } from 'vitest'
import type { CarrierLabelLimits } from '../../../ports/carrier-file-port.ts'
import { customerLabel, type LabelFacts, type LabelFields, labelProblems } from './check-label.ts'
import { layOutAddress, overlongParts, splitCity, wrapAddress } from './label-parts.ts'
import { printedWidth, replaceUnprintable, unprintableCharacters } from './label-signs.ts'
import { proposeLabel } from './propose-label.ts'
import { firstPackingDay, transitDays } from './reach.ts'

const terms: CarrierLabelLimits = {
  address: [32, 32, 50, 50],
  is_city_apart: true,
  name: 32,
  item_name: 50,
  note: 44,
  unit: 'width',
  temperatures: ['normal', 'chilled'],
  slots: ['am', '14-16', '18-20', '19-21'],
  mail: true,
  cash_on_delivery: true,
  most_days: 7,
}
const threeParts: CarrierLabelLimits = { ...terms, address: [32, 32, 32], is_city_apart: false, note: 0 }
const onePart: CarrierLabelLimits = { ...terms, address: [75], is_city_apart: false, unit: 'signs' }
const facts: LabelFacts = { ship_on: '2026-11-21', days: 1, temperature: 'normal', is_mail: false, is_cash: false }
const order = {
  name01: '山口',
  name02: '花子',
  kana01: 'やまぐち',
  kana02: 'はなこ',
  postal_code01: '248',
  postal_code02: '0006',
  pref_id: 14,
  addr01: '鎌倉市小町',
  addr02: '0-0-1',
  addr03: '',
  phone_number: '09000000001',
  delivery_date: null as string | null,
  delivery_notes: '',
}
const check = (more: Partial<LabelFields>, under = facts, by = terms) =>
  labelProblems({ ...customerLabel(order, { slot: null, is_mail: false }, by), ...more }, under, by)
const propose = (more: Partial<typeof order>, by = terms, under = facts, slot: LabelFields['slot'] = null) => {
  const text = customerLabel({ ...order, ...more }, { slot, is_mail: false }, by)
  return { problems: labelProblems(text, under, by), ...proposeLabel({ ...order, ...more }, text, under, by) }
}

test.each([
  ['㈱椿野', '(株)椿野', ['㈱']],
  ['コーポ①②', 'コーポ12', ['①', '②']],
  ['Ⅱ番館', 'II番館', ['Ⅱ']],
  ['髙橋 﨑山 𠮷野 飛驒', '高橋 崎山 吉野 飛騨', ['髙', '﨑', '𠮷', '驒']],
  ['ﾊｲﾂ小町', 'ハイツ小町', ['ﾊ', 'ｲ', 'ﾂ']],
  ['\ufa19谷', '神谷', ['\ufa19']],
  ['さくら荘🌸👨‍👩‍👧🇯🇵', 'さくら荘', ['🌸', '👨‍👩‍👧', '🇯🇵']],
  ['A〜B', 'A～B', ['〜']],
  ['か\u3099く', 'がく', ['か\u3099']],
  ['鄧', '鄧', ['鄧']],
  ['山口"花子",', '山口花子', ['"', ',']],
  ['葛\u{e0100}飾', '葛飾', ['葛\u{e0100}']],
  ['小町１－２、栄荘・ー', '小町１－２、栄荘・ー', []],
  // Dashes of any kind, by the one list of them.
  ['1⁃2⸺3﹘4₋5', '1-2-3-4-5', ['⁃', '⸺', '﹘', '₋']],
])('%s is printed as %s', (text, printed, refused) => {
  expect(unprintableCharacters(text)).toEqual(refused)
  expect(replaceUnprintable(text)).toBe(printed)
})

test('full width counts two', () => {
  expect(printedWidth('小町1-2')).toBe(7)
})

test.each([
  ['神奈川県鎌倉市小町1', '神奈川県鎌倉市', '小町1'],
  ['神奈川県横浜市中区本町', '神奈川県横浜市中区', '本町'],
  ['東京都千代田区丸の内', '東京都千代田区', '丸の内'],
  ['京都府京都市左京区', '京都府京都市左京区', ''],
  ['北海道余市郡余市町黒川町', '北海道余市', '郡余市町黒川町'],
  ['三重県四日市市諏訪町', '三重県四日市', '市諏訪町'],
  ['和歌山県和歌山市', '和歌山県和歌山市', ''],
])('%s', (part, head, rest) => {
  expect(splitCity(part)).toEqual([head, rest])
})

describe('lines', () => {
  test('as the customer wrote them; two numbers never become one', () => {
    expect(layOutAddress(['神奈川県鎌倉市小町1', '2-3', '101'], terms)).toEqual([
      '神奈川県鎌倉市小町1 2-3',
      '101',
      '',
      '',
    ])
    expect(layOutAddress(['神奈川県鎌倉市小町', '2-3', '栄荘'], threeParts)).toEqual([
      '神奈川県鎌倉市小町',
      '2-3',
      '栄荘',
    ])
    expect(layOutAddress(['神奈川県鎌倉市小町', '2-3', '栄荘'], onePart)).toEqual(['神奈川県鎌倉市小町2-3 栄荘'])
  })

  test('a long building goes on in the next line, at a space or before a number', () => {
    const parts = ['神奈川県鎌倉市小町', '0-0-1', 'ザ・パークハウス鎌倉小町ガーデンレジデンス 1234号室']
    expect(overlongParts(layOutAddress(parts, terms), terms)).toEqual([1])
    expect(wrapAddress(parts, terms)).toEqual([
      '神奈川県鎌倉市小町0-0-1',
      'ザ・パークハウス鎌倉小町ガーデン',
      'レジデンス 1234号室',
      '',
    ])
    expect(wrapAddress(['東京都港区', '0-0', '麻布十番ビル 椿野株式会社気付'], threeParts)).toEqual([
      '東京都港区0-0',
      '麻布十番ビル 椿野株式会社気付',
      '',
    ])
  })

  test('an address too long for all lines, or a number longer than a line, needs an operator’s decision', () => {
    expect(wrapAddress(['東京都港区', '0-0', '長'.repeat(90)], terms)).toBeNull()
    expect(wrapAddress(['東京都港区', '1'.repeat(60), ''], threeParts)).toBeNull()
  })
})

test.each([
  ['2480006', [14]],
  ['0600001', [1]],
  ['9992200', [6]],
  ['4980000', [23, 24]],
  ['9071801', [47]],
  ['0080001', [1]],
])('postal code %s', (code, ids) => {
  expect(prefecturesOfPostcode(code)).toEqual(ids)
})

test.each<[string, Partial<LabelFields>, string[], Partial<LabelFacts>?]>([
  ['all is well', {}, []],
  ['another prefecture', { postal_code: '1500001' }, ['郵便番号150-0001は東京都ですが、ご住所は神奈川県です。']],
  ['no postal code', { postal_code: '248006' }, ['郵便番号は数字7桁です。']],
  ['no prefecture', { address: ['鎌倉市小町'] }, ['ご住所は都道府県から始めてください。']],
  ['a short phone number', { phone_number: '090123456' }, ['電話番号の桁数が合いません。']],
  ['a long name', { name: 'あ'.repeat(17) }, ['お名前が長すぎます(全角16文字まで)。']],
  ['a rare sign', { name: '山口 花子🌸' }, ['お名前の「🌸」は、送り状に印字できません。']],
  ['a slot that is not offered', { slot: '20-21' }, ['お届け時間帯「20–21時」は、この配送会社では指定できません。']],
  ['tomorrow', { delivery_date: '2026-11-22' }, []],
  ['today', { delivery_date: '2026-11-21' }, ['ご指定のお届け日(11月21日)に間に合いません。最短は11月22日です。']],
  [
    'far',
    { delivery_date: '2026-11-22' },
    ['ご指定のお届け日(11月22日)に間に合いません。最短は11月24日です。'],
    { days: 3 },
  ],
  ['in a month', { delivery_date: '2026-12-21' }, ['お届け日は、発送から7日先まで指定できます。']],
  ['a long note', { note: 'あ'.repeat(23) }, ['備考が長すぎます(全角22文字まで)。']],
  ['frozen', {}, ['この送り状ソフトでは、クール便を出せません。'], { temperature: 'frozen' }],
  [
    'メール便',
    { slot: 'am', delivery_date: '2026-11-23' },
    ['お届け時間帯「午前中」は、この配送会社では指定できません。', 'お届け日は、この配送方法では指定できません。'],
    { is_mail: true },
  ],
])('%s', (_, more, messages, under = {}) => {
  expect(check(more, { ...facts, ...under }).map(({ message }) => message)).toEqual(messages)
})

test('a day of a 定期便 stands on no label of メール便, and so stops nothing', () => {
  const of = (is_mail: boolean) =>
    customerLabel({ ...order, delivery_date: '2026-11-25' }, { slot: null, is_mail }, terms)
  expect(of(false).delivery_date).toBe('2026-11-25')
  expect(of(true).delivery_date).toBeNull()
  expect(labelProblems(of(true), { ...facts, is_mail: true }, { ...terms, mail: true })).toEqual([])
})

test('メール便 and 代金引換 only where the program knows them', () => {
  const none = { ...terms, mail: false, cash_on_delivery: false }
  expect(check({}, { ...facts, is_mail: true, is_cash: true }, none).map(({ field }) => field)).toEqual([
    'method',
    'method',
  ])
})

describe('a proposal', () => {
  test('common characters, and the kana of a part that can’t be printed', () => {
    expect(propose({ name01: '鄧', name02: '髙志', kana01: 'とう', kana02: 'たかし' })).toMatchObject({
      problems: [{ field: 'name' }],
      text: { name: 'とう 高志' },
      left: [],
    })
    expect(propose({ name01: '鄧', kana01: '' }).left).toMatchObject([{ field: 'name' }])
  })

  test('the building in the next line, with common signs', () => {
    const { problems, text, left } = propose({ addr03: '㈱椿野 ザ・パークハウス鎌倉小町ガーデン①号館101' })
    expect(problems).toMatchObject([{ field: 'address' }])
    expect(text.address).toEqual([
      '神奈川県鎌倉市小町0-0-1',
      '(株)椿野',
      'ザ・パークハウス鎌倉小町ガーデン1号館101',
      '',
    ])
    expect(left).toEqual([])
  })

  test('a zero that was lost, the nearest slot, the earliest day, the note on the slip instead', () => {
    const wanted = { phone_number: '9000000001', delivery_date: '2026-11-20', delivery_notes: 'あ'.repeat(30) }
    expect(propose(wanted, terms, facts, '20-21')).toMatchObject({
      text: { phone_number: '09000000001', delivery_date: '2026-11-22', slot: '19-21', note: '' },
      left: [],
    })
    expect(propose({}, terms, facts, '12-14').text.slot).toBe('14-16')
    expect(propose({ delivery_date: '2026-11-23' }, terms, { ...facts, is_mail: true }, 'am').text).toMatchObject({
      delivery_date: null,
      slot: null,
    })
  })

  test('a prefecture that doesn’t fit its postal code, and a method that the carrier lacks, are left to a person', () => {
    expect(propose({ pref_id: 13 }).left).toMatchObject([{ field: 'postal_code' }])
    expect(propose({}, terms, { ...facts, temperature: 'frozen' }).left).toMatchObject([{ field: 'method' }])
  })
})

test('days on the way, and from when a parcel is packed', () => {
  expect(transitDays(2, 3)).toBe(6)
  expect(firstPackingDay(null, 1)).toBeNull()
  expect(firstPackingDay('2026-12-03', transitDays(1, 0))).toBe('2026-11-30')
})
