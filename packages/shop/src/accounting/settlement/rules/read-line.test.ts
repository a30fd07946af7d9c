import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missingColumnsText, proposeSettlementColumns, recogniseSettlementLayout } from './layouts.ts'
import { readSettlementLine, SettlementCellError, settlementLineKey } from './read-line.ts'

const AMAZON = [
  ...['TransactionPostedDate', 'SettlementId', 'AmazonTransactionId', 'SellerReferenceId', 'TransactionType'],
  ...['AmazonOrderReferenceId', 'SellerOrderId', 'TransactionAmount', 'TotalTransactionFee', 'NetTransactionAmount'],
]
const row = (heads: readonly string[], cells: readonly string[], n = 2) => ({
  row: n,
  cells: new Map(heads.map((head, at) => [head, cells[at] ?? ''])),
})

describe('built-in layouts', () => {
  test('Amazon Pay: a capture, a refund, a fee of its own, and the transfer', () => {
    const { provider, columns } = recogniseSettlementLayout(AMAZON)!
    expect(provider).toBe('amazon_pay')
    const read = (...cells: string[]) => readSettlementLine('amazon_pay', columns, row(AMAZON, cells))
    const day = '2026-11-10T01:00:00Z'
    expect(read(day, '1', 'S03-1-C1', 'A-1', 'Capture', 'S03-1', '', '3300.00', '-107.00', '3193.00')).toMatchObject({
      kind: 'sale',
      order_refs: ['A-1'],
      provider_ref: 'S03-1-C1',
      amount: 3300,
      fee: 107,
      happened_on: '2026-11-10',
      paid_on: null,
    })
    expect(read(day, '1', 'S03-1-R1', '', 'Refund', 'S03-1', '', '-1000.00', '0', '-1000.00')).toMatchObject({
      kind: 'refund',
      amount: -1000,
      fee: 0,
    })
    expect(read(day, '1', 'X', '', 'ServicesFee', '', '', '-550', '0', '-550')).toMatchObject({
      kind: 'fee',
      amount: 0,
      fee: 550,
    })
    expect(read(day, '1', 'X', '', 'Transfer', '', '', '-3193', '0', '-3193')).toMatchObject({ kind: 'transfer' })
  })
  test('Amazon Pay: what failed moves nothing, but its fee is for a person', () => {
    const { columns } = recogniseSettlementLayout(AMAZON)!
    const read = (...money: string[]) =>
      readSettlementLine(
        'amazon_pay',
        columns,
        row(AMAZON, ['2026-11-10', '1', 'X', 'A-1', 'Capture Declined', '', '', ...money]),
      )
    expect(read('3300', '', '')).toBe(null)
    expect(read('3300', '0', '0')).toBe(null)
    const fee = { kind: 'fee', is_unknown: true, amount: 0, fee: 30 }
    expect(read('3300', '-30', '-30')).toMatchObject(fee)
    expect(read('', '30', '')).toMatchObject(fee)
  })
  test('NP後払い: fee and its tax, checked against what is paid', () => {
    const heads = ['通番', 'NP取引ID', '加盟店取引ID', '取引総額', 'NP手数料(税抜)', 'NP手数料消費税', 'お支払総額']
    const { provider, columns } = recogniseSettlementLayout(heads)!
    expect(provider).toBe('np')
    expect(
      readSettlementLine('np', columns, row(heads, ['1', '18121200001', 'A-1', '5,000', '250', '25', '4,725'])),
    ).toMatchObject({
      amount: 5000,
      fee: 275,
      order_refs: ['A-1'],
    })
    expect(() =>
      readSettlementLine('np', columns, row(heads, ['1', '1', 'A-1', '5000', '250', '25', '4700'], 7)),
    ).toThrow(expect.objectContaining({ row: 7, head: 'お支払総額' }))
  })
  test('PayPay: a refund is negative; its time is a day in Japan', () => {
    const heads = ['決済番号', '加盟店ID', '取引ステータス', '取引日時', '取引金額', '加盟店決済ID']
    const { provider, columns } = recogniseSettlementLayout(heads)!
    expect(provider).toBe('paypay')
    const cells = ['01', '9', '返金完了', '2026/11/03 10:00', '-500', 'A-2']
    expect(readSettlementLine('paypay', columns, row(heads, cells))).toMatchObject({
      kind: 'refund',
      amount: -500,
      order_refs: ['A-2'],
    })
  })
  test('a bank: deposits and withdrawals by day', () => {
    const heads = ['取引日', '摘要', '出金金額', '入金金額', '残高']
    const { provider, columns } = recogniseSettlementLayout(heads)!
    expect(provider).toBe('bank')
    const read = (...cells: string[]) => readSettlementLine('bank', columns, row(heads, cells))
    expect(read('2026/11/20', 'ジーエムオー', '', '10,000', '1')).toMatchObject({
      amount: 10_000,
      paid_on: '2026-11-20',
    })
    expect(read('2026/11/21', '家賃', '5,000', '', '▲1')).toMatchObject({ amount: -5000, bank_balance: null })
    for (const [said, bank_balance] of [
      ['12,345,678,901円', 12_345_678_901],
      ['-200', -200],
      ['***', null],
      ['', null],
    ] as const)
      expect(read('2026/11/22', 'ヤマト', '', '1', said)).toMatchObject({ bank_balance })
    expect(read('', '', '', '', '')).toBe(null)
    expect(() => read('', 'x', '', '1', '')).toThrow(SettlementCellError)
  })
  test.each([
    ['三菱UFJ', '日付,摘要,摘要内容,支払い金額,預かり金額,差引残高,メモ', '2026/11/21,振込,ヤチン,80000,,1,', -80_000],
    ['三井住友', '年月日,お引出し,お預入れ,お取り扱い内容,残高', 'R8.11.21,,5000,ヤマト,1', 5000],
    ['みずほ', '日付,内容,お引出金額,お預入金額', '2026.11.21,ヤマト,,5000', 5000],
    [
      'PayPay銀行',
      '操作日(年),操作日(月),操作日(日),摘要,お支払金額,お預り金額,残高',
      '2026,11,21,ヤマト,,5000,1',
      5000,
    ],
    ['楽天', '取引日,入出金(円),取引後残高(円),入出金内容', '20261121,-5000,1,ヤチン', -5000],
    ['住信SBI', '日付,内容,出金金額(円),入金金額(円),残高(円),メモ', '2026/11/21,ヤマト,,5000,1,', 5000],
    ['ゆうちょ', '取引日,入出金明細ＩＤ,受入金額（円）,払出金額（円）,詳細１', '20261121,9,5000,,ヤマト', 5000],
    ['横浜', '取扱日付,お支払金額,お預り金額,摘要,残高', '2026/11/21,,5000,ヤマト,1', 5000],
  ])('%s: which side is which, and the day', (_, heads, cells, amount) => {
    const names = heads.split(',')
    const { provider, columns } = recogniseSettlementLayout(names)!
    expect(provider).toBe('bank')
    expect(readSettlementLine('bank', columns, row(names, cells.split(',')))).toMatchObject({
      amount,
      paid_on: '2026-11-21',
    })
  })
  test('Amazon Pay: a type that nobody knows is an open line with its name, never a fault or a guess', () => {
    const { columns } = recogniseSettlementLayout(AMAZON)!
    const cells = ['2026-11-10T01:00:00Z', '1', '', '', 'Debt', '', '', '-500', '0', '-500']
    expect(readSettlementLine('amazon_pay', columns, row(AMAZON, cells))).toMatchObject({
      is_unknown: true,
      party: 'Debt',
      amount: -500,
    })
  })
  test('a column is proposed for one side only', () => {
    expect(proposeSettlementColumns(['日付け', '支払い金額', '預かり金額', '備考'])).toEqual({
      withdrawal: '支払い金額',
      amount: '預かり金額',
    })
  })
  test.each(['差引後の金額', 'お支払金額', '支払額', '精算金額', 'お振込金額', '送金額', '差引お支払額'])(
    '代引: what is left after the fees is proposed as such, never as a withdrawal: %s',
    (net) => {
      const heads = ['お問合せ番号', '代金引換金額', '手数料', '印紙代', net, '送金日']
      expect(proposeSettlementColumns(heads)).toEqual({
        tracking_no: 'お問合せ番号',
        amount: '代金引換金額',
        fee: '手数料',
        fee_more: '印紙代',
        net,
        paid_on: '送金日',
      })
    },
  )
  test('others are not recognised, and their columns are proposed', () => {
    const heads = ['オーダーID', '処理区分', '処理日', '利用金額', '決済手数料', '振込日']
    expect(recogniseSettlementLayout(heads)).toBe(null)
    expect(proposeSettlementColumns(heads)).toMatchObject({
      order_ref: 'オーダーID',
      kind: '処理区分',
      amount: '利用金額',
      fee: '決済手数料',
      paid_on: '振込日',
    })
    expect(proposeSettlementColumns(['出荷番号', '入金額', '入金日'])).toMatchObject({
      tracking_no: '出荷番号',
      amount: '入金額',
      paid_on: '入金日',
    })
    expect(proposeSettlementColumns(['お問合せ番号', '代金引換金額', '手数料', '印紙代', '送金日'])).toMatchObject({
      tracking_no: 'お問合せ番号',
      amount: '代金引換金額',
      fee: '手数料',
      fee_more: '印紙代',
      paid_on: '送金日',
    })
  })
})

test('a total is told apart from a line, and a line without a number is refused', () => {
  const columns = { tracking_no: ['番号'], amount: ['金額'] }
  const read = (...cells: string[]) => readSettlementLine('yamato', columns, row(['番号', '金額'], cells, 9))
  expect(read('合計', '5,000')).toEqual({ row: 9, total: 5000 })
  expect(read('1234-5678-9012', '5,000')).toMatchObject({ tracking_no: '123456789012', amount: 5000 })
  expect(() => read('', '5,000')).toThrow(expect.objectContaining({ row: 9, head: '番号' }))
  expect(() => read('1', '五千')).toThrow(expect.objectContaining({ row: 9, head: '金額' }))
})

test('a negative amount, or a word for it, is a refund', () => {
  const columns = { order_ref: ['id'], amount: ['yen'], kind: ['状態'] }
  const read = (...cells: string[]) => readSettlementLine('gmo', columns, row(['id', 'yen', '状態'], cells))
  expect(read('A', '1000', '実売上')).toMatchObject({ kind: 'sale', amount: 1000 })
  expect(read('A', '1000', '返品')).toMatchObject({ kind: 'refund', amount: -1000 })
  expect(read('A', '-1000', '実売上')).toMatchObject({ kind: 'refund', amount: -1000 })
})

test('a word that nobody knows decides nothing: a number does, and without one a person', () => {
  const columns = { order_ref: ['id'], amount: ['yen'], kind: ['区分'] }
  const read = (...cells: string[]) => readSettlementLine('gmo', columns, row(['id', 'yen', '区分'], cells))
  expect(read('', '1000', '補償')).toMatchObject({ is_unknown: true, party: '補償', amount: 1000 })
  expect(read('A', '-1000', '調停')).toMatchObject({ is_unknown: true, amount: -1000 })
  expect(read('A', '1000', '宅急便')).toMatchObject({ is_unknown: false, kind: 'sale', amount: 1000 })
  for (const words of ['仮売上', 'オーソリ', '取引受付失敗', 'Authorization'])
    expect(read('A', '1000', words)).toBe(null)
  for (const words of ['A to Z Guarantee Claim', 'A-to-z Guarantee Claim', 'Charge Back'])
    expect(read('A', '-1000', words)).toMatchObject({ kind: 'chargeback' })
})

test('the key tells lines apart and recognises the same one', () => {
  const line = {
    row: 1,
    kind: 'sale',
    is_unknown: false,
    order_refs: ['A'],
    provider_ref: '',
    tracking_no: '',
    party: '',
    bank_balance: null,
    fee: 0,
    happened_on: null,
    paid_on: '2026-11-20',
  } as const
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 99 }),
      fc.nat(2),
      fc.nat(2),
      (a, b, n, m) => {
        const same =
          settlementLineKey({ ...line, order_refs: ['A'], amount: a }, n) ===
          settlementLineKey({ ...line, order_refs: ['A'], row: 5, amount: b }, m)
        expect(same).toBe(a === b && n === m)
      },
    ),
  )
})

test('columns have to suffice', () => {
  expect(missingColumnsText('gmo', { amount: ['a'] })).toContain('ご注文')
  expect(missingColumnsText('gmo', { amount: ['a'], order_ref: ['b'] })).toBe(null)
  expect(missingColumnsText('bank', { amount: ['a'] })).toContain('日付')
})
