import type { Invoice, InvoiceRow } from '@kushi/shop/ports/document-port'
import { expect, test } from 'vitest'
import { pdfText } from '../testing/pdf-text.ts'
import { pdfDocuments } from './pdf-documents.ts'

const { render, renderDossier } = pdfDocuments()
const row = (name: string, more: Partial<InvoiceRow> = {}): InvoiceRow => ({
  name,
  detail: '',
  tax_rate: 10,
  quantity: 1,
  price: 3300,
  amount: 3300,
  ...more,
})
const extra = { quantity: null, price: null }
const invoice: Invoice = {
  type: 'receipt',
  title: '領収書',
  order_no: 'K261121-7QK3M9XA',
  is_reissue: false,
  traded_on: '2026-11-25',
  ordered_on: '2026-11-21',
  issued_on: '2026-12-03',
  lead: '下記のとおり領収いたしました。',
  refunds: { days: [], total: 0 },
  addressee: '株式会社 結髪舎 御中',
  proviso: '但し 商品代 として',
  destination: null,
  shipments: [],
  rows: [
    row('椿油 純', { detail: '無香料 / 60mL', quantity: 2, amount: 6600 }),
    row('椿の葉茶', { tax_rate: 8, quantity: 3, price: 1296, amount: 3888 }),
    row('会員割引', { ...extra, amount: -462 }),
    row('送料', { ...extra, amount: 660 }),
  ],
  tax_lines: [
    { tax_rate: 10, total: 6798, tax: 618 },
    { tax_rate: 8, total: 3888, tax: 288 },
  ],
  tax_total: 906,
  payment_total: 10686,
  payment_name: 'クレジットカード',
  issuer: {
    name: '株式会社 椿野',
    shop_name: '椿野',
    lines: ['〒000-0000', '東京都大島町元町字椿野0-0'],
    registration_number: 'T1234567890123',
    contact: 'TEL 0120-000-000',
  },
}
/** The whole text without spaces, because line breaks do not matter here. */
const textOf = async (given: Invoice) => pdfText(await render(given)).map((runs) => runs.join('').replace(/\s/g, ''))

test('a receipt has what the law requires, and the amount paid', async () => {
  const [text] = await textOf(invoice)
  for (const said of [
    '領収書',
    'K261121-7QK3M9XA',
    '2026年11月25日',
    '2026年12月3日',
    '株式会社結髪舎御中',
    '但し商品代として',
    '株式会社椿野',
    '登録番号T1234567890123',
    '〒000-0000東京都大島町元町字椿野0-0',
    '椿油純無香料/60mL10%2¥3,300¥6,600',
    '椿の葉茶※8%3¥1,296¥3,888',
    '会員割引10%-¥462',
    '送料10%¥660',
    '10%対象¥6,798内消費税¥618',
    '8%対象※¥3,888内消費税¥288',
    '合計(税込)¥10,686内消費税額合計¥906',
    '※は軽減税率(8%)の対象です。',
    'お支払い方法:クレジットカード',
    'ご注文日:2026年11月21日',
  ])
    expect(text).toContain(said)
  expect(text).not.toMatch(/再発行|お届け先|収入印紙|\ufffd/)
})

test('a reissued receipt is marked; one over 50,000 yen states why it has no stamp', async () => {
  const tax_lines = [{ tax_rate: 10, total: 50_000, tax: 4545 }]
  const [text] = await textOf({ ...invoice, is_reissue: true, payment_total: 50_000, tax_total: 4545, tax_lines })
  expect(text).toContain('再発行')
  expect(text).toContain('収入印紙の貼付はありません')
})

test('after a refund the receipt shows the deduction; the return invoice has both dates', async () => {
  const refunds: Invoice['refunds'] = { days: ['2026-12-01'], total: 1100 }
  const [net] = await textOf({ ...invoice, refunds })
  expect(net).toContain('2026年12月1日の返金を差し引いた金額です。')
  const returned = {
    type: 'return-invoice' as const,
    title: '適格返還請求書',
    lead: '下記のとおりご返金いたしました。',
  }
  const [text] = await textOf({ ...invoice, ...returned, proviso: '', refunds })
  for (const said of [
    '適格返還請求書',
    '取引日2026年11月25日',
    '返金日2026年12月1日',
    '返品・返金額(税込)',
    '下記のとおりご返金いたしました。',
    '2026年12月1日に¥1,100を返金いたしました。',
    '登録番号T1234567890123',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('領収')
  const twice: Invoice['refunds'] = { days: ['2026-12-01', '2026-12-08'], total: 1100 }
  const [both] = await textOf({ ...invoice, ...returned, proviso: '', refunds: twice })
  expect(both).toContain('2026年12月1日、2026年12月8日にあわせて¥1,100を返金いたしました。')
  const [undated] = await textOf({ ...invoice, refunds: { days: [], total: 1100 } })
  expect(undated).toContain('返金を差し引いた金額です。')
})

test('ご利用明細 has the day of the order and no number, so that it is no invoice', async () => {
  const statement = { type: 'statement' as const, title: 'ご利用明細', lead: '代金の受領前です。', traded_on: null }
  const [text] = await textOf({ ...invoice, ...statement, proviso: '' })
  for (const said of ['ご利用明細', 'ご注文日2026年11月21日', '代金の受領前です。', 'ご注文金額(税込)'])
    expect(text).toContain(said)
  expect(text).not.toMatch(/登録番号|取引日|領収/)
})

test('a delivery slip has its destination', async () => {
  const destination = { name: '井上 和子 様', lines: ['〒460-0008', '愛知県名古屋市中区栄0-0-2', 'TEL 0520-000-000'] }
  const shipments = [
    { carrier_name: 'ヤマト運輸', tracking_no: '1234-5678-9012' },
    { carrier_name: '佐川急便', tracking_no: '5555' },
  ]
  const [text] = await textOf({
    ...invoice,
    type: 'delivery-slip',
    title: '納品書',
    lead: '',
    proviso: '',
    destination,
    shipments,
  })
  expect(text).toContain('お問い合わせ番号ヤマト運輸1234-5678-9012佐川急便5555')
  expect(text).toContain('お届け先〒460-0008愛知県名古屋市中区栄0-0-2井上和子様TEL0520-000-000')
  expect(text).not.toMatch(/領収|但し/)
})

test('a hundred items fill several pages, each with column names; none is lost', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => row(`品${n + 1}番`, { tax_rate: n % 2 ? 8 : 10 }))
  const pages = await textOf({ ...invoice, rows })
  expect(pages.length).toBeGreaterThan(3)
  for (const [n, text] of pages.entries()) {
    expect(text).toContain(`${n + 1}/${pages.length}`)
  }
  expect(pages.at(-1)).toContain('合計(税込)¥10,686')
  const whole = pages.join('')
  for (let n = 1; n <= 100; n++) expect(whole).toContain(`品${n}番`)
  expect(whole.match(/品名税率数量/g)).toHaveLength(pages.length)
})

test('rare kanji, long names and long words fit; the file stays small', async () => {
  const long = '髙﨑𠮷野屋'.replace('𠮷', '吉').repeat(12)
  const pdf = await render({
    ...invoice,
    addressee: `${long.slice(0, 40)} 様`,
    rows: [row(long, { detail: '①②㈱～－'.repeat(8) }), row('A'.repeat(90))],
  })
  const text = pdfText(pdf).flat().join('').replace(/\s/g, '')
  expect(text).toContain(long)
  expect(text).toContain('A'.repeat(90))
  expect(pdf.length).toBeLessThan(60_000)
  expect(Buffer.from(pdf).toString('latin1')).toContain('/Lang (ja-JP)')
})

test('a dossier has each paragraph, over as many pages as it needs', async () => {
  const lines = Array.from({ length: 150 }, (_, n) => `${n + 1}行目の文章です。`)
  const pages = pdfText(
    await renderDossier({
      title: 'ご注文の記録 K1',
      footer: 'K1 椿野',
      lead: ['2026年11月27日に作成'],
      author: '椿野',
      sections: [
        { heading: '確認画面', lines },
        { heading: 'メール', lines: ['あ'.repeat(4_000)] },
      ],
    }),
  )
  const text = pages.flat().join('\n')
  for (const line of ['ご注文の記録 K1', lines[0]!, lines[149]!, '確認画面', 'メール']) expect(text).toContain(line)
  expect(text.match(/あ/g)).toHaveLength(4_000)
  expect(pages.length).toBeGreaterThan(3)
  expect(text).toContain(`1 / ${pages.length}`)
})

test.each([
  ['椿油 🌸 純', '椿油 純'],
  ['👨‍👩‍👧のための椿油✨', 'のための椿油'],
  ['ハート♥️の箱', 'ハート♥の箱'],
  ['髙﨑㈱①〜', '髙﨑㈱①〜'],
  ['ไทย', '〓〓〓'],
])('%s stands on paper as %s, wherever it is written', async (name, shown) => {
  const party = { name, lines: [name] }
  const all = { ...invoice, addressee: name, proviso: name, rows: [row(name, { detail: name })], destination: party }
  const text = (await pdfText(await render(all))).flat().join('\n')
  expect(text).toContain(shown)
  expect(text).not.toMatch(/[\u{1f000}-\u{1faff}✨]|\ufe0f|\u200d|[\u0e00-\u0e7f]/u)
})
