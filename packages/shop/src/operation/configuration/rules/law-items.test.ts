import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillPromisesInHtml } from '../../../catalogue/promise/rules/render.ts'
import { testShopFacts } from '../../../testing/facts.ts'
import { LAW_ITEMS, missingLawItems } from './law-items.ts'

const page = (shop: number) =>
  fillPromisesInHtml(
    readFileSync(join(import.meta.dirname, `../../../../../db/seed/demo/contents/${shop}/defrayal.html`), 'utf8'),
    testShopFacts(),
  )
const missing = (html: string) => missingLawItems(html).map(({ label }) => label)

test('nothing is written: everything is missing', () => {
  expect(missing('')).toEqual(LAW_ITEMS.map(({ label }) => label))
  expect(missing(LAW_ITEMS.map(({ label }) => `<h2>${label}</h2>`).join(''))).toContain('電話番号')
})

test('the page of the shop says everything', () => {
  expect(missing(page(2))).toEqual([])
})

/** A page with one item removed. */
test.each([
  ['販売業者', [/販売業者/g]],
  ['運営責任者', [/運営統括責任者/g, /代表者/g]],
  ['所在地', [/東京都/g]],
  ['電話番号', [/0120-000-000/g]],
  ['販売価格', [/販売価格/g, /商品代金/g]],
  ['商品代金以外の必要料金', [/送料/g]],
  ['支払方法', [/クレジットカード|代金引換|代引|後払い|Amazon Pay|コンビニ/g]],
  ['支払時期', [/時期/g]],
  ['引渡時期', [/引き渡し/g]],
  ['返品・交換', [/返品|交換/g]],
  ['返品の送料', [/返品の送料/g]],
  ['定期便の条件', [/定期便/g]],
  ['定期便の解約方法', [/解約/g]],
  ['申込みの有効期限', [/期限/g]],
] as const)('without %s it is missed', (label, words) => {
  const html = words.reduce((text: string, word) => text.replace(word, ''), page(2))
  expect(missing(html)).toContain(label)
})

test.each([
  ['<table><tr><th>販売業者</th><td>株式会社 櫛</td></tr></table>', '販売業者'],
  ['<h2>販売責任者</h2><p>櫛田 梅</p>', '運営責任者'],
  ['<dl><dt>住所</dt><dd>〒248-0006 神奈川県鎌倉市小町1-2</dd></dl>', '所在地'],
  ['<p>電話番号:０３－１２３４－５６７８</p>', '電話番号'],
  ['<dl><dt>商品価格</dt><dd>商品ページに税込で表示します</dd></dl>', '販売価格'],
  ['<dl><dt>送料</dt><dd>全国<b>550円</b></dd></dl>', '商品代金以外の必要料金'],
  ['<p>お支払い時期</p><p>ご注文のときに決済します</p>', '支払時期'],
  ['<p>お届け時期</p><p>ご注文から5日ほど</p>', '引渡時期'],
  ['<p>返品はお受けできません。</p>', '返品・交換'],
  ['<p>定期購入は、解約するまで続きます。</p>', '定期便の条件'],
  ['<p>解約はお電話で。電話 0120</p>', '定期便の解約方法'],
])('%s says %s', (html, label) => {
  expect(missing(html)).not.toContain(label)
})
