import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { billsOf } from './lib/deferred.ts'
import { fitsEverywhere, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { parcelsOf, prepareMorning } from './lib/morning.ts'
import { signIn } from './lib/operator.ts'
import { mailTo } from './lib/sandbox.ts'

/**
 * Counts the operator's actions on this device: every press of a button or link and, separately, every dropped file.
 */
async function countPresses(device: BrowserContext) {
  let presses = 0
  await device.exposeBinding('pressed', () => void presses++)
  await device.addInitScript(() =>
    addEventListener(
      'click',
      ({ isTrusted }) => isTrusted && (window as unknown as { pressed(): void }).pressed(),
      true,
    ),
  )
  return { count: () => presses, also: () => void presses++ }
}

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
async function printed({ name, buffer }: File): Promise<File> {
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

// No press is for one order alone, so that thirty take as many as ten.
journey(
  'a whole morning: ten orders, two carriers, one chilled, three with problems, one cancelled meanwhile',
  async ({ page, device }) => {
    const morning = await prepareMorning(10, null)
    const presses = await countPresses(device)
    await signIn(page, 'shipping')
    await page.goto('/admin/')
    await page.getByRole('link', { name: '今日の出荷' }).first().click()
    await expect.poll(() => count(page, '出荷できる').textContent()).toBe('7件')
    await expect.poll(() => count(page, '止まっている').textContent()).toBe('3件')
    await inspect(page, 'shipping-desk-1280')

    await stopped(page, morning.rare).getByRole('button', { name: 'この内容で送る' }).click()
    await stopped(page, morning.noted).getByRole('button', { name: '備考を読んだ' }).click()
    await stopped(page, morning.wrong).getByRole('button', { name: '宛先を直す' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/ご住所 1行目/).fill('大阪府大阪市北区梅田0-0-3')
    await inspect(page, 'shipping-label')
    await dialog.getByRole('button', { name: 'この宛先で送る' }).click()
    await page.getByRole('button', { name: '10件でバッチを作る' }).click()

    await page.getByRole('heading', { level: 1, name: /^出荷バッチ/ }).waitFor()
    const sheets = await downloaded(page, () => page.getByRole('button', { name: '印刷する', exact: true }).click())
    expect(sheets.buffer.subarray(0, 5).toString()).toBe('%PDF-')
    await page.getByRole('button', { name: '10個の送り状ファイルを作る' }).click()
    const labels: File[] = []
    const downloads = page.getByRole('button', { name: /をダウンロードする$/ })
    await expect.poll(() => downloads.count()).toBe(3)
    for (let n = 0; n < 3; n++) labels.push(await downloaded(page, () => downloads.nth(n).click()))
    await inspect(page, 'shipping-batch-files')

    // A member calls: an operator records it while the parcel is being packed.
    const called = morning.order_nos[4]!
    const [{ id }] = (await sql<{ id: number }>('select id from orders where order_no = $1', called)) as [
      { id: number },
    ]
    const phone = await device.browser()!.newContext()
    await signIn(phone, 'support')
    const asked = await phone.request.post(`${process.env.SHOP_URL}/admin/v1/orders/${id}/cancel`, {
      headers: { 'x-kushi-admin': '1' },
      data: { decision_reason: 'お電話', notify: true, keep_subscription: false },
    })
    expect([asked.status(), await asked.text()]).toEqual([409, expect.stringContaining('出荷の担当者に')])
    await phone.close()

    // One file by the page of the carrier's program, which takes two presses more than a file without it.
    const carriers = await device.newPage()
    await carriers.goto(`${process.env.SHOP_URL}/sandbox/carriers/`)
    presses.also()
    const [by_page, ...others] = labels as [File, ...File[]]
    presses.also()
    await carriers.getByLabel(/送り状ファイル/).setInputFiles(by_page)
    await carriers.getByRole('status').getByText('発行しました').waitFor()
    const issued = carriers.getByRole('link', { name: '発行済データをダウンロードする' }).first()
    const numbers = [await downloaded(carriers, () => issued.click())]
    await inspect(carriers, 'shipping-carriers')
    for (const file of others) {
      presses.also()
      presses.also()
      numbers.push(await printed(file))
    }

    await page.getByRole('link', { name: '今日の出荷' }).first().click()
    await stopped(page, called).getByRole('button', { name: '抜いてキャンセルする' }).click()
    await expect.poll(() => count(page, '止まっている').textContent()).toBe('0件')

    for (const [n, file] of numbers.entries()) {
      presses.also()
      await page.getByLabel('発行済データ', { exact: true }).setInputFiles(file)
      const confirm = page.getByRole('button', { name: /を発送として確定する$/ })
      await confirm.waitFor()
      if (n === 0) await inspect(page, 'shipping-import')
      await confirm.click()
      await page
        .getByRole('status')
        .getByText(/個を発送済みにしました。$/)
        .waitFor()
      await expect.poll(() => page.getByText('登録を待っています').count()).toBe(0)
    }
    await inspect(page, 'shipping-imported')
    await page.getByRole('link', { name: '今日の出荷' }).first().click()
    await expect.poll(() => count(page, '出荷済').textContent()).toBe('9個')
    expect(presses.count()).toBeLessThanOrEqual(40)

    const answer = await (await fetch(`${process.env.SHOP_URL}/sandbox/carriers/files.json`)).json()
    const all = (answer as { files: { labels: { shipment_no: string; tracking_no: string }[] }[] }).files.flatMap(
      (file) => file.labels,
    )
    const numberOf = new Map(all.map((label) => [label.shipment_no, label.tracking_no]))
    const parcels = await parcelsOf(morning.order_nos)
    expect(parcels).toHaveLength(10)
    for (const parcel of parcels) {
      const { order_no, shipment_no } = parcel
      if (order_no === called) {
        expect(parcel).toMatchObject({ order_status: 'cancelled', status: 'cancelled', tracking_no: null })
        expect(parcel).toMatchObject({ captures: 0, sent: 0, mails: 0 })
        continue
      }
      expect(parcel).toMatchObject({ order_status: 'shipped', status: 'shipped', captures: 1, sent: 1, mails: 1 })
      expect(parcel.tracking_no).toBe(numberOf.get(shipment_no))
      expect(parcel.carrier).toBe(morning.sagawa.includes(order_no) ? 'sagawa' : 'yamato')
    }
    const bills = await Promise.all(morning.order_nos.map((order_no) => billsOf('np', order_no)))
    expect(bills.map(([bill]) => bill!.is_shipped)).toEqual(morning.order_nos.map((order_no) => order_no !== called))
    const mails = await Promise.all(morning.members.map(({ email }) => mailTo(email)))
    const told = mails.flat().filter(({ subject }) => subject.includes('発送'))
    expect(told).toHaveLength(9)
    for (const { shipment_no, tracking_no } of parcels.filter(({ status }) => status === 'shipped'))
      expect(
        told.filter(({ text }) => text.includes(tracking_no!)),
        shipment_no,
      ).toHaveLength(1)
    await morning.tidyUp()
  },
  { on: ['desktop'] },
)

journey(
  'at the packing table: a tablet, a scanner and keys; undone before the truck comes',
  async ({ page, expectProblem }) => {
    await page.setViewportSize({ width: 820, height: 1180 })
    const morning = await prepareMorning(6, '23:59')
    await signIn(page, 'orders')
    await page.goto('/admin/shipping')
    await page.getByRole('heading', { level: 1, name: /^今日の出荷/ }).waitFor()
    await fitsEverywhere(page, 'shipping-desk')
    await stopped(page, morning.rare).getByRole('button', { name: 'この内容で送る' }).click()
    await page.getByRole('button', { name: '元に戻す' }).click()
    await stopped(page, morning.rare).waitFor()
    await expect.poll(() => count(page, '出荷できる').textContent()).toBe('3件')

    await page.keyboard.press('b')
    await page.getByRole('heading', { level: 1, name: /^出荷バッチ/ }).waitFor()
    await downloaded(page, () => page.keyboard.press('p'))
    await page.getByRole('button', { name: '3個の送り状ファイルを作る' }).click()
    await page
      .getByRole('button', { name: /をダウンロードする$/ })
      .first()
      .waitFor()
    const parcels = await parcelsOf(morning.order_nos)
    const [first, second, third] = parcels as [(typeof parcels)[0], (typeof parcels)[0], (typeof parcels)[0]]

    await page.keyboard.press('n')
    await scan(page, 'P1')
    await page.getByRole('status').getByText('このバッチにはありません。').waitFor()
    await scan(page, second.shipment_no)
    await page
      .getByRole('status')
      .getByText(/^\d番 .*さま$/)
      .waitFor()
    await inspect(page, 'shipping-batch-820')
    await fitsEverywhere(page, 'shipping-batch')
    // The number on the parcel's label: asks for confirmation once, because it captures the payment.
    await scan(page, '4999-0000-0001')
    await page.getByRole('dialog').getByText('発送済みにして').waitFor()
    await inspect(page, 'shipping-tracking')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('発送済みにしました').waitFor()
    expect((await parcelsOf([second.order_no]))[0]).toMatchObject({
      ...{ status: 'shipped', tracking_no: '499900000001', captures: 1, sent: 1, mails: 1 },
    })

    const line = (shipment_no: string, number: string) => `20261122,${shipment_no},${number},,,,,,\r\n`
    const head =
      '発送予定日,お客様側管理番号,お問い合わせ番号,お届け先 郵便番号,お届け先 住所,お届け先 住所２,お届け先 住所３,お届け先 名称,お届け先 電話番号\r\n'
    const foreign = {
      name: '発行済.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\ufeff${head}${line(first.shipment_no, '612345678901')}`),
    }
    const broken = { name: '写し.csv', mimeType: 'text/csv', buffer: Buffer.from('番号,名前\r\n1,2\r\n') }
    expectProblem(/^422: POST \/admin\/v1\/shipping\/imports/)
    const drop = page.getByLabel('発行済データ', { exact: true })
    await drop.setInputFiles([broken, foreign])
    await page.getByText('写し.csv: 送り状ソフトの発行済データとして読み取れませんでした。').waitFor()
    await drop.setInputFiles(foreign)
    await page.getByText('別の配送会社の荷物です').waitFor()
    expect(await page.getByRole('button', { name: /確定する$/ }).count()).toBe(0)
    await fitsEverywhere(page, 'shipping-import')
    await page.getByRole('link', { name: '今日の出荷' }).first().click()
    await page.getByRole('link', { name: /まで済み/ }).click()
    const labels: File[] = []
    const downloads = page.getByRole('button', { name: /をダウンロードする$/ })
    await downloads.first().waitFor()
    for (let n = 0; n < (await downloads.count()); n++)
      labels.push(await downloaded(page, () => downloads.nth(n).click()))
    const answers = await Promise.all(labels.map(printed))
    await drop.setInputFiles(answers)
    await page.getByRole('heading', { level: 1, name: /^今日の出荷/ }).waitFor()
    await page.getByRole('link', { name: answers[0]!.name }).click()
    await page.getByRole('button', { name: /を発送として確定する$/ }).click()
    await page.getByRole('status').getByText('集荷の時刻に発送済みになります').waitFor()
    await page.getByRole('button', { name: /個を取り消す$/ }).click()
    await page.getByText('取り消しました').first().waitFor()
    for (const parcel of await parcelsOf(morning.order_nos))
      if (parcel.order_no !== second.order_no)
        expect(parcel).toMatchObject({ status: 'packed', tracking_no: null, captures: 0, sent: 0, mails: 0 })
    await page.getByRole('button', { name: 'もう一度登録する' }).click()
    await page.getByRole('button', { name: 'いま発送済みにする' }).click()
    await page.getByText('発送済みにしました', { exact: true }).first().waitFor()
    await expect
      .poll(async () => (await parcelsOf([third.order_no, first.order_no])).filter(({ sent }) => sent === 1).length)
      .toBeGreaterThan(0)
    for (const { captures, sent, mails } of await parcelsOf(morning.order_nos))
      expect(new Set([captures, sent, mails]).size).toBe(1)
    await morning.tidyUp()
  },
  { on: ['desktop'] },
)
