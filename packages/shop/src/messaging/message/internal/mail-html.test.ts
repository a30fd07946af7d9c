import { expect, test } from 'vitest'
import { mailHtml } from './mail-html.ts'

const rule = '────────────────'
const of = (text: string, pictures: string[] = []) => mailHtml({ shop_name: '椿野', text, pictures })

test('words between two rules are a heading, what follows an empty row is not below it', () => {
  const html = of(`山田 様\n\n${rule}\nお届け先\n${rule}\n〒100-0001\n東京都\n\n変更はこちら`)
  expect(html).toMatch(/<strong[^>]*>お届け先<\/strong>〒100-0001<br>東京都<\/td>/)
  expect(html).toMatch(/<td style="padding-bottom:16px">変更はこちら<\/td>/)
  expect(html).not.toContain(rule)
})

test('an address below a short row of words is a button with these words; below a sentence it is a link', () => {
  const button = of('ご注文の内容を見る\nhttps://shop.example/sh/mypage/history?a=1&b=2')
  expect(button).toMatch(
    /<a href="https:\/\/shop\.example\/sh\/mypage\/history\?a=1&amp;b=2"[^>]*>ご注文の内容を見る<\/a>/,
  )
  expect(button.match(/ご注文の内容を見る/g)).toHaveLength(1)
  const link = of('次のページを開いてください。\nhttps://shop.example/sh/')
  expect(link).toContain('次のページを開いてください。<br><a href="https://shop.example/sh/"')
})

test('amounts stand at the right edge, the total is the largest', () => {
  const html = of(
    `${rule}\nお支払い金額\n${rule}\n椿油\n  ¥2,420 × 1  ¥2,420\n割引: -¥100\nお支払い合計: ¥2,980\n  (10%対象 ¥2,980)`,
  )
  expect(html).toMatch(/<td colspan="2"[^>]*>椿油<\/td>/)
  expect(html).toMatch(/>&nbsp;&nbsp;¥2,420 × 1<\/td><td align="right"[^>]*>¥2,420<\/td>/)
  expect(html).toMatch(/>割引<\/td><td align="right"[^>]*>-¥100<\/td>/)
  expect(html).toMatch(/font-weight:bold[^>]*>お支払い合計<\/td><td align="right"[^>]*font-size:20px">¥2,980<\/td>/)
  expect(html).toMatch(/<td colspan="2"[^>]*>&nbsp;&nbsp;\(10%対象 ¥2,980\)<\/td>/)
})

test('the signature is small, and stands below a line', () => {
  const html = of(`本文\n\n${rule}\n椿野\n東京都千代田区`)
  expect(html).toMatch(
    /border-top:1px solid #E4DFD6;padding-top:16px"><span style="font-size:13px[^>]*>椿野<br>東京都千代田区/,
  )
})

test('pictures stand above the first headed part', () => {
  const html = of(`ありがとうございます。\n\n${rule}\nご注文の商品\n${rule}\n櫛`, ['https://shop.example/a.webp'])
  expect(html.indexOf('ありがとう')).toBeLessThan(html.indexOf('a.webp'))
  expect(html.indexOf('a.webp')).toBeLessThan(html.indexOf('ご注文の商品'))
})

test('in a letter without headed parts pictures stand below its first two rows', () => {
  const html = of(`椿野 様\n\n商品を発送しました。\n\n配送会社: ヤマト運輸\n\n${rule}\n椿野`, [
    'https://shop.example/a.webp',
  ])
  expect(html.indexOf('商品を発送')).toBeLessThan(html.indexOf('a.webp'))
  expect(html.indexOf('a.webp')).toBeLessThan(html.indexOf('配送会社'))
})

test.each([
  '<script>alert(1)</script>',
  'https://x.example/"onmouseover="alert(1)',
  'javascript:alert(1)',
  `見る\nhttps://x.example/"><script>alert(1)</script>`,
])('%s stays words', (text) => {
  const html = of(text)
  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/"\s*onmouseover="alert/)
  expect(html).not.toContain('href="javascript')
})
