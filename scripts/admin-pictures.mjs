/**
 * Takes the pictures of docs/admin.md anew, from the demo: start a shop with a fresh DATA_DIR (`npm start`), and beside it
 *
 *     node scripts/admin-pictures.mjs [http://localhost:3000] [name …]
 *
 * What a screen needs and the demo has not is planned in that shop.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser } from './lib/browser.mjs'
import { root } from './lib/npm.mjs'
import { fail, say } from './lib/say.mjs'

const [base = 'http://localhost:3000', ...names] = process.argv.slice(2)
const QUALITY = 0.6

/** `open`: an address, or the way to a screen. Each shows what the text beside it speaks of. */
const pictures = {
  today: { open: '' },
  products: { open: 'products' },
  product: { open: 'products/1' },
  stock: { open: 'stock' },
  schedule: { open: planned },
  shipping: { open: 'shipping' },
  orders: { open: 'orders' },
  order: { open: (page) => first(page, 'orders?status=arranged') },
  subscriptions: { open: 'subscriptions' },
  subscription: { open: (page) => first(page, 'subscriptions?summary_status=1') },
  customer: { open: (page) => first(page, 'customers?has_subscription=true') },
  inquiry: { open: (page) => first(page, 'inquiries') },
  'message-text': { open: 'message-texts/order_received' },
  'ad-code': { open: adCode },
}

const unknown = names.filter((name) => !(name in pictures))
if (unknown.length > 0) fail(`There is no picture ${unknown.join(', ')}: ${Object.keys(pictures).join(', ')}.`)

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--lang=ja-JP'],
  env: { ...process.env, LANGUAGE: 'ja', LC_ALL: 'C.UTF-8' },
})
try {
  const page = await browser.newPage({
    ...{ baseURL: `${base}/admin/`, viewport: { width: 1280, height: 800 }, locale: 'ja-JP' },
    ...{ timezoneId: 'Asia/Tokyo', reducedMotion: 'reduce', colorScheme: 'light' },
  })
  const signed = await page.request.post(`${base}/sandbox/operators/manager`).catch(() => null)
  if (!signed?.ok()) fail(`No demo answers at ${base}: start one with npm start.`)
  for (const name of names.length > 0 ? names : Object.keys(pictures)) {
    const { open } = pictures[name]
    await (typeof open === 'string' ? page.goto(open, { waitUntil: 'networkidle' }) : open(page))
    await page.getByRole('heading', { level: 1 }).waitFor()
    if ((await page.getByRole('heading', { name: /^(見つかりません|表示できませんでした)$/ }).count()) > 0)
      fail(`${name}: ${page.url()} shows nothing.`)
    const file = join(root, `docs/images/admin-${name}.webp`)
    const picture = await asWebp(page, await page.screenshot({ caret: 'hide' }))
    await writeFile(file, picture)
    say(`${file.slice(root.length + 1)}  ${Math.round(picture.length / 1024)} KB`)
  }
} finally {
  await browser.close()
}

/** The browser's own encoder: no other one is needed for this. */
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
  await page.locator('tbody tr').first().getByRole('link').first().click()
  await page.waitForURL(/\/\d+$/)
  await page.waitForLoadState('networkidle')
}

/** The calendar of changes, with some in it. */
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

/** A new code as it is typed. */
async function adCode(page) {
  await page.goto('ad-codes', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: '広告コードを登録する' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^コード/).fill('spring-leaflet')
  await dialog.getByLabel(/^名前/).fill('春のチラシ')
}
