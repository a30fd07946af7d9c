import { MOVE_IN_KINDS, moveInColumnHeads } from '@kushi/values/move-in'
import { expect, test } from 'vitest'
import { detectDialect, translateRowHeads } from './dialects.ts'
import { parseForeignPassword } from './read-member.ts'
import { parseMovedParty } from './read-party.ts'
import { RowReader } from './row-reader.ts'

const reader = (cells: Record<string, string>) => new RowReader(2, new Map(Object.entries(cells)))

test.each([
  ['2026-12-05', '2026-12-05'],
  ['2026/12/5', '2026-12-05'],
  ['2026年12月5日', '2026-12-05'],
  ['20261205', '2026-12-05'],
  ['2026-12-05 23:59:59+09', '2026-12-05'],
  ['2026-02-30', null],
  ['12/5/2026', null],
])('the day %j is %j', (text, day) => {
  const one = reader({ 日: text })
  expect(one.date('日')).toBe(day)
  expect(one.isGood).toBe(day !== null)
})

test.each([
  ['2026/12/5 9:05', '2026-12-05T00:05:00.000Z'],
  ['2026-12-05T09:05:01+09:00', '2026-12-05T00:05:01.000Z'],
  ['2026-12-05 00:05:01+00', '2026-12-05T00:05:01.000Z'],
  ['2026-12-05 00:05:01.123456Z', '2026-12-05T00:05:01.000Z'],
  ['2026-12-05', '2026-12-04T15:00:00.000Z'],
  ['yesterday', undefined],
])('the moment %j is %j', (text, moment) => {
  expect(reader({ at: text }).moment('at')?.toISOString()).toBe(moment)
})

test.each([
  ['1,980円', 1980],
  ['１２', 12],
  ['980.00', 980],
  ['', null],
])('%j is %j', (text, value) => expect(reader({ n: text }).whole('n')).toBe(value))

const here = {
  姓: '椿',
  名: '花子',
  せい: 'ﾂﾊﾞｷ',
  めい: 'ハナコ',
  郵便番号: '248-0006',
  都道府県: '神奈川県',
  市区町村: '鎌倉市小町',
  番地: '１−２',
  電話番号: '090-0000-0001',
}
test.each([
  ['a prefecture by its number', { 都道府県: '14' }, { pref_id: 14 }],
  ['a prefecture without its last character', { 都道府県: '東京', 郵便番号: '150-0001' }, { pref_id: 13 }],
  ['a phone whose nought it ate', { 電話番号: '9000000001' }, { phone_number: '09000000001' }],
  ['a phone with its country', { 電話番号: '+81 90-0000-0001' }, { phone_number: '09000000001' }],
  ['kana of all kinds', {}, { kana01: 'つばき', kana02: 'はなこ', addr02: '1-2' }],
])('%s is understood', (_, cells, party) => {
  const one = reader({ ...here, ...cells })
  expect(parseMovedParty(one)).toMatchObject(party)
  expect(one.problems).toEqual([])
})

test.each([
  [{ 郵便番号: '24800' }, '郵便番号', false],
  // 100-010 with a digit missing, and not 010-0010 in Akita.
  [{ 郵便番号: '100010', 都道府県: '東京都' }, '郵便番号', false],
  [{ 郵便番号: '100010', 都道府県: '秋田県' }, '郵便番号', true],
  [{ 郵便番号: '600001', 都道府県: '北海道' }, '郵便番号', true],
  [{ 郵便番号: '10010', 都道府県: '北海道' }, '郵便番号', true],
  [{ 郵便番号: '812-0011' }, '郵便番号', true],
  [{ 番地: '1月2日' }, '番地', true],
  [{ 番地: '2001/2/3' }, '番地', true],
  [{ 建物名: '1.23E+05' }, '建物名', true],
  [{ 都道府県: '江戸' }, '都道府県', false],
  [{ 姓: '' }, '姓', false],
  [{ 番地: 'あ'.repeat(61) }, '番地', false],
  [{ 姓: '𠮷田' }, '姓', true],
  [{ 電話番号: '0312345' }, '電話番号', false],
  [{ 電話番号: '031234567' }, '電話番号', true],
  [{ せい: 'TSUBAKI' }, 'せい', true],
])('%j: a problem of %s, taken in: %s', (cells, head, is_taken) => {
  const one = reader({ ...here, ...cells })
  parseMovedParty(one)
  expect(one.problems).toMatchObject([{ row: 2, head, is_taken }])
})

test('a nought that a spreadsheet ate is put back where the prefecture agrees', () => {
  const one = reader({ ...here, 郵便番号: '600001', 都道府県: '北海道' })
  expect(parseMovedParty(one)).toMatchObject({ postal_code01: '060', postal_code02: '0001' })
  expect(one.problems).toMatchObject([{ message: '先頭の0が消えているため、060-0001として取り込みます。' }])
})

test.each([
  [{ パスワードハッシュ: '$2y$10$abc' }, { kind: 'text', stored: '$2y$10$abc' }],
  [
    { パスワード方式: 'EC-CUBE', パスワードハッシュ: 'ab', ソルト: 'c' },
    { kind: 'eccube', salt: 'c', hash: 'ab' },
  ],
  [
    { パスワード方式: 'pbkdf2_sha1', パスワードハッシュ: 'ff'.repeat(20), ソルト: 'salt', 反復回数: '1000' },
    { kind: 'text', stored: '$pbkdf2-sha1$1000$c2FsdA$//////////////////////////8' },
  ],
  [{}, null],
])('password %j', (cells, password) =>
  expect(parseForeignPassword(reader(cells as Record<string, string>))).toEqual(password),
)

test.each([
  ['members', ['会員ID', 'お名前(姓)', 'メールアドレス'], 'EC-CUBEの会員CSV'],
  ['members', ['id', 'customer_status_id', 'name01', 'email'], 'EC-CUBEのdtb_customer'],
  ['addresses', ['id', 'customer_id', 'name01', 'addr01'], 'EC-CUBEのdtb_customer_address'],
  ['orders', ['注文ID', '注文番号', '会員ID', '商品コード'], 'EC-CUBEの受注CSV'],
  ['orders', ['受注ID', '受注番号', '顧客番号', '受注日'], 'ecforceの受注CSV'],
  ['subscriptions', ['定期受注番号', '顧客番号', '次回配送予定日'], 'ecforceの定期受注CSV'],
] as const)('%s with %j is %s', (kind, heads, name) => expect(detectDialect(kind, heads)?.name).toBe(name))

test('our own files are not taken for another system’s', () => {
  expect(MOVE_IN_KINDS.map((kind) => detectDialect(kind, moveInColumnHeads(kind)))).toEqual(
    MOVE_IN_KINDS.map(() => null),
  )
})

const under = (kind: 'members' | 'orders' | 'subscriptions', cells: Record<string, string>) => {
  const own = translateRowHeads(detectDialect(kind, Object.keys(cells)), new Map(Object.entries(cells)))
  return own && Object.fromEntries(own)
}

test('EC-CUBE: prices without tax get theirs, numbers in three cells become one, fees are no goods', () => {
  const order = {
    注文ID: '5',
    会員ID: '7',
    商品コード: 'A',
    価格: '1000',
    税率: '8',
    '明細区分(ID)': '1',
    '対応状況(ID)': '5',
  }
  expect(under('orders', order)).toMatchObject({ 注文番号: '5', 会員番号: '7', 単価: '1080', 状態: '5' })
  expect(under('orders', { ...order, '明細区分(ID)': '2' })).toBeNull()
  expect(under('orders', { ...order, '対応状況(ID)': '8' })).toBeNull()
  const member = {
    会員ID: '7',
    'お名前(姓)': '椿',
    メールアドレス: 'a@b.jp',
    TEL1: '03',
    TEL2: '1234',
    TEL3: '5678',
    '性別(名称)': '女性',
  }
  expect(under('members', member)).toMatchObject({ 会員番号: '7', 姓: '椿', 電話番号: '0312345678', 性別: '女性' })
})

test('ecforce counts the deliveries that were made, we the one that comes', () => {
  const cells = {
    定期受注番号: '1f76',
    顧客番号: '5f20',
    次回配送予定日: '2026/12/20',
    定期回数: '3',
    定期ステータス: '有効',
  }
  expect(under('subscriptions', cells)).toMatchObject({ 定期番号: '1f76', 回数: '4', 次回お届け予定日: '2026/12/20' })
})

test.each([
  ['30mL', true],
  ['1月2日', false],
  ['4.9E+12', false],
])('a choice or code %s that a spreadsheet may have changed is told, and stays', (text, isPlain) => {
  const one = reader({ 規格1: text })
  expect(one.kept('規格1')).toBe(text)
  expect([one.isGood, one.problems.length === 0]).toEqual([true, isPlain])
})
