import { expect } from 'vitest'
import { fitsEverywhere, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { newMember, orderedBy } from './lib/member.ts'
import { signIn } from './lib/operator.ts'

journey(
  'a custom mail text: placeholders, preview with the newest order, a test mail, back to the standard',
  async ({ page, expectProblem }) => {
    const earlier = await newMember()
    const order_no = await orderedBy(earlier, { sku: 101 })
    await signIn(page, 'manager')
    await page.goto('/admin/message-texts')
    await page.getByRole('heading', { level: 1, name: 'メールとLINEの文章' }).waitFor()
    await inspect(page, 'admin-message-texts')
    await page.getByRole('link', { name: 'ご注文の確認' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'メール: ご注文の確認' }).waitFor()
    const preview = page.getByRole('region', { name: 'プレビュー' })
    await preview.getByText(`いちばん新しいご注文(${order_no})`).waitFor()
    await inspect(page, 'admin-message-text')
    await fitsEverywhere(page, 'admin-message-text')

    expectProblem(/^422: PUT \/admin\/v1\/message-texts\/order_received/)
    const body = page.getByLabel('本文')
    const standard = await body.inputValue()
    await body.fill(standard.replace('{お支払い金額}', '{合計}'))
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('{合計}は、この文章では使えません。').waitFor()
    await body.fill(`${standard}\n\n心を込めてお包みします。`)
    await page.getByLabel('件名').fill('{店舗名}より、ご注文のお礼({ご注文番号})')
    await preview.getByText('心を込めてお包みします。').waitFor()
    await page.getByRole('button', { name: '自分に試しに送る' }).click()
    await page.getByRole('status').getByText('に送りました').waitFor()
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByRole('status').getByText('文章を保存しました').waitFor()
    await page.getByRole('button', { name: '標準の文章に戻す' }).click()
    await page.getByRole('status').getByText('標準の文章に戻しました').waitFor()
    await expect.poll(() => body.inputValue()).toBe(standard)
  },
  { on: ['desktop'] },
)
