import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pdfText } from '../packages/adapters/src/testing/pdf-text.ts'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logInDevice, newMember, orderedBy } from './lib/member.ts'
import { copyOrderIntoPast } from './lib/past-orders.ts'
import { field, section } from './lib/shopping.ts'

const order = (page: Page, order_no: string) =>
  page.getByRole('article', { name: `ご注文番号 ${order_no}`, exact: true })

const thisYear = Number(new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', year: 'numeric' }).format())

journey(
  'ご注文履歴: pages, years, bought again, and one order with its history, tax, parcel and documents',
  async ({ page, device, step }) => {
    const member = await newMember()
    const gone = 133
    const order_no = await orderedBy(member, { sku: gone, quantity: 2 }, { sku: 101 })
    await copyOrderIntoPast(order_no, 11, thisYear - 1)
    await sql(
      `with sent as (update orders set status = 'shipped', updated_at = now() where order_no = $1 returning *),
      parcel as (insert into shipment (shop_id, order_id, shipment_no, delivery_id, status, carrier, tracking_no, created_at, shipped_at)
        select shop_id, id, upper(substr(md5(order_no), 1, 12)), delivery_id, 'shipped', 'yamato', '000000000000', now(), now()
        from sent returning *),
      noted as (insert into order_status_event (shop_id, order_id, status, actor_kind, actor_name, created_at)
        select shop_id, id, 'shipped', 'system', 'e2e', now() from sent)
      insert into shipment_item (shop_id, shipment_id, order_item_id, quantity)
        select parcel.shop_id, parcel.id, item.id, item.quantity
        from parcel join order_item item using (shop_id, order_id)`,
      order_no,
    )
    await sql(`update orders set status = 'cancelled' where order_no = $1 || '-11'`, order_no)
    await sql('update orders set payment_method_id = 1 where order_no = $1', order_no)
    // Paid: before that it has no receipt.
    await sql(
      `update payment p set payment_method_id = 1, state = 'captured', captured_amount = o.payment_total
       from orders o where o.shop_id = p.shop_id and o.id = p.order_id and o.order_no = $1`,
      order_no,
    )
    await logInDevice(device, member)
    await sql('update product_sku set visible = false where id = $1', gone)
    try {
      step('by product, then pages and years')
      // By product, with what is no longer sold.
      await page.goto('mypage/purchases')
      await page.getByText('販売終了', { exact: true }).waitFor()
      await page.getByRole('main').locator('a[href="/sh/mypage/history"]').first().click()
      await page.getByText('ご注文 12件').waitFor()
      await page.getByText('このご注文はキャンセルされました').waitFor()
      await page.getByRole('link', { name: '次へ' }).click()
      await page.getByText('2 / 2').waitFor()
      expect(await page.getByRole('article').count()).toBe(2)
      await page.getByRole('link', { name: `${thisYear}年` }).click()
      await page.getByText(`${thisYear}年のご注文 1件`).waitFor()
      await page.goBack()
      await page.getByText('2 / 2').waitFor()
      await page.goForward()
      await page.getByText(`${thisYear}年のご注文 1件`).waitFor()

      step('もう一度購入する')
      // Items no longer sold are reported, the rest is in the cart.
      const some = order(page, order_no)
      await some.getByRole('button', { name: 'もう一度購入する' }).click()
      await some.getByText('一部の商品をカートに入れました').waitFor()
      await some.getByText(/は、現在販売していません。$/).waitFor()
      await page.getByRole('link', { name: 'カート(1点)' }).waitFor()
      await inspect(page, 'history-bought-again')
    } finally {
      await sql('update product_sku set visible = true where id = $1', gone)
    }

    step('one order: state, parcel, tax')
    await order(page, order_no)
      .getByRole('link', { name: /^詳細・領収書を見る/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'ご注文の詳細', exact: true }).waitFor()
    const steps = page.getByRole('list', { name: 'お届けまでの状況' })
    expect(await steps.locator('[aria-current=step]').innerText()).toContain('発送済み')
    const parcel = page.getByRole('link', { name: /^配送状況を確認する/ })
    expect(await parcel.getAttribute('href')).toContain('000000000000')
    const [row] = await sql<{ payment_total: number; tax_lines: { tax_rate: number; total: number; tax: number }[] }>(
      'select payment_total, tax_lines from orders where order_no = $1',
      order_no,
    )
    const paid = section(page, 'お支払い')
    const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`
    await paid.getByText(yen(row!.payment_total)).first().waitFor()
    for (const { tax_rate, total, tax } of row!.tax_lines)
      await paid.getByText(`${tax_rate}%対象 ${yen(total)}(内消費税 ${yen(tax)})`).waitFor()
    // Food and other goods in one order: both tax rates, which add up to the payment.
    expect(row!.tax_lines.map(({ tax_rate }) => tax_rate).sort()).toEqual([10, 8])
    expect(row!.tax_lines.reduce((sum, { total }) => sum + total, 0)).toBe(row!.payment_total)

    step('its receipt')
    // Its receipt is saved as a PDF.
    const name = field(page, '領収書の宛名')
    await name.fill('椿野😀商店')
    await page.getByRole('button', { name: /^領収書/ }).click()
    await page.getByText(/登録できない文字/).waitFor()
    await inspect(page, 'history-order')
    // On paper there is only the order.
    await page.emulateMedia({ media: 'print' })
    await section(page, 'お支払い').waitFor()
    expect(await page.getByRole('navigation').or(page.getByRole('button')).count()).toBe(0)
    await page.emulateMedia({ media: null })
    await name.fill('株式会社 渚')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^領収書/ }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`領収書_${order_no}.pdf`)
    const text = pdfText(await readFile(await file.path()))
      .flat()
      .join('')
      .replace(/\s/g, '')
    for (const said of ['株式会社渚御中', yen(row!.payment_total), order_no]) expect(text).toContain(said)
    await page.getByText(/これまでに1回発行しました。/).waitFor()
  },
)
