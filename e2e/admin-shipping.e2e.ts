import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect, untilSettled } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { parcelsOf, prepareMorning, trackingNumber } from './lib/morning.ts'
import { signIn } from './lib/operator.ts'
import { countPresses } from './lib/presses.ts'

interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The file that these presses download. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<File> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  const buffer = await readFile((await file.path())!)
  return { name: file.suggestedFilename(), mimeType: 'text/csv', buffer }
}

/** A scanner or the keyboard: the input goes to the focused field. */
const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** The carrier's program, without its page: 発行済データ for a label file. */
async function printLabels({ name, buffer }: File): Promise<File> {
  const desk = `${process.env.SHOP_URL}/sandbox/carriers/files`
  const answer = await fetch(`${desk}?file_name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: new Uint8Array(buffer),
  })
  const { id } = (await answer.json()) as { id: string }
  const content = await (await fetch(`${desk}/${id}`)).arrayBuffer()
  return { name: `発行済_${name}`, mimeType: 'text/csv', buffer: Buffer.from(content) }
}

const stopped = (page: Page, order_no: string) => page.getByRole('listitem').filter({ hasText: order_no })
const count = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd')

// No press is for one order alone, so that thirty take as many as seven.
journey(
  'a morning at the packing table: a tablet, a scanner and keys; one order cancelled meanwhile, one file undone before the truck comes',
  async ({ page, device, expectProblem, step }) => {
    await page.setViewportSize({ width: 820, height: 1180 })
    const morning = await prepareMorning(7, '23:59')
    const presses = await countPresses(device)
    await signIn(page, 'shipping')
    await page.goto('/admin/shipping')
    await expect.poll(() => count(page, '出荷できる').textContent()).toBe('4件')
    await expect.poll(() => count(page, '止まっている').textContent()).toBe('3件')
    await inspect(page, 'shipping-desk')
    await expectFitsAllWidths(page, 'shipping-desk')

    step('what is stopped is decided')
    await stopped(page, morning.rare).getByRole('button', { name: 'この内容で送る' }).click()
    await expect.poll(() => count(page, '止まっている').textContent()).toBe('2件')
    await page.getByRole('button', { name: '元に戻す' }).click()
    await expect.poll(() => count(page, '止まっている').textContent()).toBe('3件')
    await stopped(page, morning.rare).getByRole('button', { name: 'この内容で送る' }).click()
    const edit = stopped(page, morning.wrong).getByRole('button', { name: '宛先を直す' })
    // No press reaches a row that is about to move up.
    await expect.poll(() => count(page, '止まっている').textContent()).toBe('2件')
    const moved = Promise.withResolvers<void>()
    const list = (url: URL) => url.pathname === '/admin/v1/shipping/desk'
    await page.route(list, (route) => moved.promise.then(() => route.continue()))
    const reload = page.waitForRequest((request) => list(new URL(request.url())))
    await stopped(page, morning.noted).getByRole('button', { name: '備考を読んだ' }).click()
    await reload
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
    expect(await edit.isDisabled()).toBe(true)
    moved.resolve()
    await edit.click()
    await page.unroute(list)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/ご住所 1行目/).fill('大阪府大阪市北区梅田0-0-3')
    await inspect(page, 'shipping-label')
    await dialog.getByRole('button', { name: 'この宛先で送る' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '7件で出荷リストを作る' }).waitFor()
    await untilSettled(page)
    await page.keyboard.press('b')

    step('sheets and label files')
    await page.getByRole('heading', { level: 1, name: /^出荷リスト/ }).waitFor()
    const sheets = await downloaded(page, () => page.keyboard.press('p'))
    expect(sheets.buffer.subarray(0, 5).toString()).toBe('%PDF-')
    await page.getByRole('button', { name: '7個の送り状ファイルを作る' }).click()
    const labels: File[] = []
    const downloads = page.getByRole('button', { name: /をダウンロードする$/ })
    await expect.poll(() => downloads.count()).toBe(3)
    for (let n = 0; n < 3; n++) labels.push(await downloaded(page, () => downloads.nth(n).click()))

    step('one parcel by the scanner')
    // One parcel without a file, by the scanner: its number and then the one on its label, which captures the payment.
    const [noted] = await parcelsOf([morning.noted])
    await page.keyboard.press('n')
    await scan(page, 'P1')
    await page.getByRole('status').getByText('この出荷リストにはありません。').waitFor()
    await scan(page, noted!.shipment_no)
    await page
      .getByRole('status')
      .getByText(/^\d番 .*さま$/)
      .waitFor()
    await inspect(page, 'shipping-batch')
    await expectFitsAllWidths(page, 'shipping-batch')
    const label = trackingNumber()
    await scan(page, `${label.slice(0, 4)}-${label.slice(4, 8)}-${label.slice(8)}`)
    await page.getByRole('dialog').getByText('発送済みにして').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('発送済みにしました').waitFor()
    expect((await parcelsOf([morning.noted]))[0]).toMatchObject({
      status: 'shipped',
      tracking_no: label,
      captures: 1,
      sent: 1,
      mails: 1,
    })

    step('an order is cancelled by phone meanwhile')
    // Meanwhile a member cancels by phone: an operator of another desk records it, and this desk decides.
    const called = morning.order_nos[4]!
    const [order] = await sql<{ id: number }>('select id from orders where order_no = $1', called)
    const phone = await device.browser()!.newContext()
    await signIn(phone, 'support')
    const asked = await phone.request.post(`${process.env.SHOP_URL}/admin/v1/orders/${order!.id}/cancel`, {
      headers: { 'x-kushi-admin': '1' },
      data: { decision_reason: 'お電話', notify: true, keep_subscription: false },
    })
    expect([asked.status(), await asked.text()]).toEqual([409, expect.stringContaining('出荷の担当者に')])
    await phone.close()
    await page.getByRole('link', { name: '今日の出荷' }).first().click()
    await stopped(page, called).getByRole('button', { name: '出荷を止めてキャンセルする' }).click()
    await expect.poll(() => count(page, '止まっている').textContent()).toBe('0件')

    step("the carrier's files")
    // The carrier's files all at once, with one that is none.
    const answers = await Promise.all(labels.map(printLabels))
    const broken = { name: '写し.csv', mimeType: 'text/csv', buffer: Buffer.from('番号,名前\r\n1,2\r\n') }
    expectProblem(/^422: POST \/admin\/v1\/shipping\/imports/)
    presses.also()
    await page.getByLabel('発行済データ', { exact: true }).setInputFiles([broken, ...answers])
    await page.getByText('写し.csv: 送り状ソフトの発行済データとして読み取れませんでした。').waitFor()
    for (const [n, { name }] of answers.entries()) {
      await page.getByRole('link', { name: '今日の出荷' }).first().click()
      await page.getByRole('link', { name }).click()
      await page.getByRole('button', { name: /を発送として確定する$/ }).click()
      const isDue = page.getByRole('status').getByText('集荷の時刻に発送済みになります')
      await isDue.waitFor()
      if (n > 0) continue
      await inspect(page, 'shipping-import')
      await expectFitsAllWidths(page, 'shipping-import')
      await page.getByRole('button', { name: /個を取り消す$/ }).click()
      await page.getByRole('button', { name: 'もう一度登録する' }).click()
      await isDue.waitFor()
    }
    step('the truck comes')
    await page.getByRole('button', { name: 'いま発送済みにする' }).click()
    // Without 「あと…個」: every parcel of the file has left.
    await page.getByText(/^\d+個を発送済みにしました。$/).waitFor()
    expect(presses.count()).toBeLessThanOrEqual(40)
    const parcels = await parcelsOf(morning.order_nos)
    expect(parcels).toHaveLength(7)
    for (const { order_no, status, captures, sent, mails } of parcels) {
      expect(new Set([captures, sent, mails]).size).toBe(1)
      if (order_no === called) expect(status).toBe('cancelled')
    }
    await morning.cleanUp()
  },
  { on: ['desktop'] },
)

journey(
  '欠品: what the shelf lacked and what is left are taken as they are typed',
  async ({ page }) => {
    const morning = await prepareMorning(5, '23:59')
    await signIn(page, 'shipping')
    await page.goto('/admin/shipping')
    await page.getByRole('button', { name: /件で出荷リストを作る$/ }).click()
    await page.getByRole('heading', { level: 1, name: /^出荷リスト/ }).waitFor()
    const [parcel] = await parcelsOf([morning.order_nos[4]!])
    await page.getByRole('button', { name: `${parcel!.shipment_no}の出荷を止める` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('まだ売れる数').fill('3')
    await inspect(page, 'shipping-hold')
    await dialog.getByRole('button', { name: 'この荷物の出荷を止める' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await sql('select stock from product_sku where shop_id = 2 and id = 101')).toEqual([{ stock: 3 }])
    await sql('update product_sku set stock = stock + 300 where shop_id = 2 and id = 101')
    await morning.cleanUp()
  },
  { on: ['desktop'] },
)
