import type { PackingSlip, PickingList } from '@kushi/shop/ports/packing-port'
import { countCardLines, MAX_CARD_LINES, MAX_CARD_TEXT_LENGTH, MESSAGE_CARD_LABEL } from '@kushi/values/wrapping'
import { expect, test } from 'vitest'
import { pdfText } from '../testing/pdf-text.ts'
import { pdfPacking } from './pdf-packing.ts'

const list: PickingList = {
  batch_no: 'B261121-1',
  owner: '出荷',
  day: '2026-11-21',
  parcels: 1,
  is_reissue: false,
  groups: [],
  inserts: [],
  wrapping: [],
}
const slip: PackingSlip = {
  invoice: {
    type: 'delivery-slip',
    title: '納品書',
    order_no: 'K261121-7QK3M9XA',
    is_reissue: false,
    lead: '',
    refunds: { days: [], total: 0 },
    traded_on: '2026-11-25',
    ordered_on: '2026-11-21',
    issued_on: '2026-11-21',
    proviso: '',
    shipments: [],
    addressee: '山田 花子 様',
    destination: { name: '井上 和子 様', lines: ['〒460-0008', '名古屋市中区栄0-0-2'] },
    rows: [
      { name: '椿油 純', detail: '60mL', tax_rate: 10, quantity: 2, price: 3300, amount: 6600 },
      { name: '椿の葉茶', detail: '', tax_rate: 8, quantity: 1, price: 1296, amount: 1296 },
      { name: '送料', detail: '', tax_rate: 10, quantity: null, price: null, amount: 660 },
    ],
    tax_lines: [{ tax_rate: 10, total: 7260, tax: 660 }],
    tax_total: 660,
    payment_total: 8556,
    payment_name: 'クレジットカード',
    issuer: { name: '株式会社 椿野', shop_name: '椿野', lines: [], registration_number: 'T1234567890123', contact: '' },
  },
  shipment_no: 'S26112100001',
  pick_no: 1,
  parcels: 1,
  temperature_name: '',
  contents: [],
  inserts: [],
  is_priced: true,
  rides_with: null,
  carries: [],
  note: '',
  wrapping: [],
}
/** The text of the slip's page without spaces; the picking list comes before it. */
const slipText = async (given: PackingSlip) =>
  pdfText(await pdfPacking().render(list, [given]))
    .slice(1)
    .map((runs) => runs.join('').replace(/\s/g, ''))
    .join('')

test('a 納品書 has prices and the sum', async () => {
  const text = await slipText(slip)
  for (const said of ['椿油純60mL10%2¥3,300¥6,600', '椿の葉茶※8%1', '送料10%¥660', '合計金額(税込)¥8,556'])
    expect(text).toContain(said)
})

test('a gift’s slip has its contents and sender, without prices', async () => {
  const text = await slipText({ ...slip, is_priced: false })
  for (const said of ['納品書', '山田花子様', '井上和子様', '品名数量', '椿油純60mL2', '椿の葉茶1', 'S26112100001'])
    expect(text).toContain(said)
  expect(text).not.toMatch(/¥|%|※|送料|合計|クレジット|税/)
})

test('a slip says which other parcels go into its box', async () => {
  const text = await slipText({ ...slip, carries: [{ pick_no: 18, order_no: 'K261121-AAAAAAAA' }] })
  expect(text).toContain('この箱に入れる:18番(注文K261121-AAAAAAAA)')
})

test('the packer reads wrapping and のし; the card is a sheet of its own', async () => {
  const wrapping = [
    { label: 'ギフト包装', text: 'リボン' },
    { label: 'のし', text: '紅白蝶結び / 内祝い / お名入れ: 山田' },
    { label: 'メッセージカード', text: 'お誕生日おめでとう' },
  ]
  const given = { ...list, wrapping: [{ name: 'ギフト包装: リボン', quantity: 1 }] }
  const pages = pdfText(await pdfPacking().render(given, [{ ...slip, is_priced: false, wrapping }]))
  const [picked, packed, card] = pages.map((runs) => runs.join('').replace(/\s/g, ''))
  expect(picked).toContain('ギフト包装:リボン')
  for (const said of ['ギフト包装:リボン', 'のし:紅白蝶結び/内祝い/お名入れ:山田', 'メッセージカード:あり'])
    expect(packed).toContain(said)
  expect(packed).not.toContain('お誕生日')
  expect(card).toContain('お誕生日おめでとう')
})

test('the longest card that a customer can write is one sheet', async () => {
  const full = 'あ'.repeat(MAX_CARD_TEXT_LENGTH)
  const broken = Array.from({ length: MAX_CARD_LINES }, () => 'あ'.repeat(13)).join('\n')
  for (const text of [full, broken]) {
    const wrapping = [{ label: MESSAGE_CARD_LABEL, text }]
    expect(pdfText(await pdfPacking().render(list, [{ ...slip, wrapping }]))).toHaveLength(3)
  }
  expect([countCardLines(full), countCardLines(broken)]).toEqual([13, MAX_CARD_LINES])
})
