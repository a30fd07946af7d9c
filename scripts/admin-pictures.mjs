/**
 * Takes the screenshots of docs/admin.md again, from the demo: start a shop with a fresh DATA_DIR (`npm start`), and
 * beside it
 *
 *     node scripts/admin-pictures.mjs [http://localhost:3000] [name …]
 *
 * Data that a screen needs and the demo lacks are created in that shop.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser } from './lib/browser.mjs'
import { root } from './lib/npm.mjs'
import { fail, say } from './lib/say.mjs'

const [base = 'http://localhost:3000', ...names] = process.argv.slice(2)
const QUALITY = 0.6

/**
 * `open`: a path, or a function that leads to the screen; `height`: of the visible part. Each shows what the text
 * beside it describes.
 */
const pictures = {
  today: { open: '' },
  law: { open: 'opening/law' },
  products: { open: 'products' },
  product: { open: 'products/1' },
  csv: { open: stockFile, height: 640 },
  stock: { open: 'stock' },
  schedule: { open: planned },
  content: { open: 'content/company/0', height: 640 },
  delivery: { open: fees },
  shipping: { open: 'shipping' },
  orders: { open: 'orders' },
  order: { open: (page) => first(page, 'orders?status=arranged') },
  subscriptions: { open: 'subscriptions', height: 600 },
  subscription: { open: (page) => first(page, 'subscriptions?summary_status=1') },
  customer: { open: (page) => first(page, 'customers?has_subscription=true') },
  ranks: { open: 'ranks', height: 640 },
  privacy: { open: asked },
  inquiry: { open: (page) => first(page, 'inquiries') },
  'message-text': { open: 'message-texts/order_received' },
  'ad-code': { open: adCode, height: 520 },
  operators: { open: invitation, height: 520 },
  audit: { open: priceChanged, height: 420 },
  // Last, because parcels in a batch disappear from the other lists.
  batch: { open: batch },
}

const unknown = names.filter((name) => !(name in pictures))
if (unknown.length > 0) fail(`There is no picture ${unknown.join(', ')}: ${Object.keys(pictures).join(', ')}.`)

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--lang=ja-JP'],
  env: { ...process.env, LANGUAGE: 'ja', LC_ALL: 'C.UTF-8' },
})
try {
  const context = await browser.newContext({
    baseURL: `${base}/admin/`,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  })
  const signed = await context.request.post(`${base}/sandbox/operators/manager`).catch(() => null)
  if (!signed?.ok()) fail(`No demo answers at ${base}: start one with npm start.`)
  for (const name of names.length > 0 ? names : Object.keys(pictures)) {
    const { open, height = 800 } = pictures[name]
    // A new tab, because a scrolled one would stay scrolled.
    const page = await context.newPage()
    await page.setViewportSize({ width: 1280, height })
    await (typeof open === 'string' ? page.goto(open, { waitUntil: 'networkidle' }) : open(page))
    await page.locator('h1').waitFor()
    if ((await page.getByRole('heading', { name: /^(見つかりません|表示できませんでした)$/ }).count()) > 0)
      fail(`${name}: ${page.url()} shows nothing.`)
    const file = join(root, `docs/images/admin-${name}.webp`)
    const picture = await asWebp(page, await page.screenshot({ caret: 'hide' }))
    await writeFile(file, picture)
    say(`${file.slice(root.length + 1)}  ${Math.round(picture.length / 1024)} KB`)
    await page.close()
  }
} finally {
  await browser.close()
}

/** Uses the browser's own encoder, so that no other one is needed. */
async function asWebp(page, png) {
  const text = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      canvas.getContext('2d').drawImage(image, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
      return new Promise((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(reader.result)
        reader.readAsDataURL(blob)
      })
    },
    [`data:image/png;base64,${png.toString('base64')}`, QUALITY],
  )
  return Buffer.from(text.split(',')[1], 'base64')
}

/** The first row of a list. */
async function first(page, list) {
  await page.goto(list, { waitUntil: 'networkidle' })
  const title = await page.locator('h1').innerText()
  await page.locator('tbody tr').first().getByRole('link').first().click()
  // The URL changes before the row's screen is drawn, and until then the list is still visible.
  await page.waitForFunction((was) => document.querySelector('h1')?.innerText !== was, title)
  await page.waitForLoadState('networkidle')
}

/** Uploads an edited stock file with two changed values. */
async function stockFile(page) {
  await page.goto('stock', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'CSVを出力' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '出力する', exact: true }).click()
  const rows = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  const changed = rows.map((row, n) =>
    n === 2 || n === 5 ? row.replace(/,(\d+),(\d+),/, (_, was, is) => `,${was},${Number(is) + 24},`) : row,
  )
  await page.goto('stock/import', { waitUntil: 'networkidle' })
  const buffer = Buffer.from(changed.join('\r\n'))
  await page.getByLabel(/ファイルを選ぶ$/).setInputFiles({ name: '在庫.csv', mimeType: 'text/csv', buffer })
  await page.getByText('変わる 2行').waitFor()
}

/** The fees by prefecture, below the common fee. */
async function fees(page) {
  await page.goto('setting/delivery/1', { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'お届け時間帯' }).evaluate((heading) => heading.scrollIntoView())
}

/** 個人情報の開示, requested by phone. */
async function asked(page) {
  const headers = { 'x-kushi-admin': '1' }
  const { data } = await (await page.request.get(`${base}/admin/v1/privacy-requests`)).json()
  if (data.items.length === 0) {
    const { data: members } = await (await page.request.get(`${base}/admin/v1/customers`)).json()
    const address = `${base}/admin/v1/customers/${members.items[0].id}/privacy-requests`
    const words = { kind: 'disclosure', source: 'phone', content: '登録されている内容を知りたい' }
    const answer = await page.request.post(address, { headers, data: { ...words, inquiry_id: null, due_on: null } })
    if (!answer.ok()) fail(`Nothing can be asked: ${await answer.text()}`)
  }
  await first(page, 'privacy')
}

/** An invitation being typed. */
async function invitation(page) {
  for (const role of ['orders', 'shipping', 'support']) await page.request.post(`${base}/sandbox/operators/${role}`)
  await page.request.post(`${base}/sandbox/operators/manager`)
  await page.goto('operators', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: '担当者を招待する' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^メールアドレス/)
    .fill('shinjin@example.com')
}

/** The audit log entry of a price change. */
async function priceChanged(page) {
  await page.goto('products/12', { waitUntil: 'networkidle' })
  const price = page.getByLabel('価格(円)', { exact: true }).first()
  await price.fill(String(Number(await price.inputValue()) + 110))
  await page.getByRole('button', { name: '保存する', exact: true }).click()
  await page.getByRole('status').getByText('商品を保存しました').waitFor()
  await page.goto('audit?field=価格', { waitUntil: 'networkidle' })
}

/** The parcels that can be shipped, in a batch, with its files for the carriers' programs. */
async function batch(page) {
  await page.goto('shipping', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: /件で出荷リストを作る$/ }).click()
  await page.getByRole('button', { name: /個の送り状ファイルを作る$/ }).click()
  await page
    .getByRole('button', { name: /をダウンロードする$/ })
    .first()
    .waitFor()
}

/** The calendar of scheduled changes, with some entries. */
async function planned(page) {
  const { data } = await (await page.request.get(`${base}/admin/v1/schedule`)).json()
  const at = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const plans = [
    {
      kind: 'free_amount',
      after: { delivery_free_amount: 5_500 },
      starts_at: `${at(9)}T00:00:00+09:00`,
      ends_at: null,
    },
    {
      kind: 'closing',
      after: { note: '棚卸し' },
      starts_at: `${at(4)}T00:00:00+09:00`,
      ends_at: `${at(6)}T00:00:00+09:00`,
    },
  ]
  for (const plan of data.items.length > 0 ? [] : plans) {
    const headers = { 'x-kushi-admin': '1' }
    const answer = await page.request.post(`${base}/admin/v1/schedule`, { headers, data: { subject_id: '', ...plan } })
    if (!answer.ok()) fail(`${plan.kind} can't be planned: ${await answer.text()}`)
  }
  await page.goto('schedule', { waitUntil: 'networkidle' })
}

/** A new code being typed. */
async function adCode(page) {
  await page.goto('ad-codes', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: '広告コードを登録する' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^コード/).fill('spring-leaflet')
  await dialog.getByLabel(/^名前/).fill('春のチラシ')
}
