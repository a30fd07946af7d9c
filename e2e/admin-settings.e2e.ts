import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const statusShows = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
const photo = join(import.meta.dirname, '../apps/storefront/public/pictures/hero-1-1600.webp')
const save = (page: Page) => page.getByRole('button', { name: '保存する' }).click()

afterAll(async () => {
  await sql('update shop set primary_color = null, logo_path = null where id = 2')
  await sql('delete from delivery_prefecture_fee where pref_id = 2')
  await sql(`delete from delivery_time where delivery_time = '20–21時'`)
  await sql(`delete from webhook_endpoint where description like '倉庫 %'`)
  await sql(`delete from api_key where name like '倉庫 %'`)
})

/** A key is created and revoked. */
async function createKey(page: Page, name: string): Promise<void> {
  await openScreen(page, '/admin/setting/api-keys')
  await page.getByRole('heading', { level: 1, name: 'APIキー', exact: true }).waitFor()
  await page.getByRole('button', { name: 'APIキーを作る', exact: true }).click()
  await page.getByLabel(/^名前/).fill(name)
  await page.getByLabel('注文を見る', { exact: true }).check()
  await inspect(page, 'admin-api-keys-new')
  await page.getByRole('button', { name: '作る', exact: true }).click()
  await page.getByText(/^kushi_2_\S{43}$/).waitFor()
  await page.getByRole('button', { name: '控えました', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await inspect(page, 'admin-api-keys')
  await expectFitsAllWidths(page, 'admin-api-keys')
  await row.getByRole('button', { name: '無効にする', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '無効にする', exact: true }).click()
  await row.getByText('無効', { exact: true }).waitFor()
}

/** A URL for events is added, looked at and removed. */
async function addEndpoint(page: Page, name: string): Promise<void> {
  await openScreen(page, '/admin/setting/webhooks')
  await page.getByRole('heading', { level: 1, name: '外部への通知', exact: true }).waitFor()
  await page.getByRole('button', { name: '通知先を追加する', exact: true }).click()
  await page.getByLabel(/^URL/).fill('http://127.0.0.1:9/hook')
  await page.getByLabel('メモ', { exact: true }).fill(name)
  await inspect(page, 'admin-webhooks-new')
  await page.getByRole('button', { name: '追加する', exact: true }).click()
  await page.getByText(/^whsec_\S{32}$/).waitFor()
  await page.getByRole('button', { name: '控えました', exact: true }).click()

  await sql(`insert into webhook_delivery (shop_id, endpoint_id, message_id, event, payload, failed_at, last_error)
    select shop_id, id, 'msg_' || id, 'order.shipped', '{"type":"order.shipped"}', now(), 'HTTP 500'
    from webhook_endpoint where description = '${name}'`)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await page.getByText('届きませんでした', { exact: true }).waitFor()
  await inspect(page, 'admin-webhook')
  await expectFitsAllWidths(page, 'admin-webhook')
  await page.getByRole('button', { name: 'もう一度送る', exact: true }).click()
  await page.getByText('送信待ち', { exact: true }).waitFor()
  await page.getByRole('button', { name: '通知先を削除する', exact: true }).click()
  await page.getByRole('button', { name: '削除する', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '外部への通知', exact: true }).waitFor()
  expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
}

/**
 * Answers as a server with an extension that has settings, because none is registered here. What the server saves and
 * refuses is tested where it is declared.
 */
async function setExtension(page: Page): Promise<void> {
  const calls = '**/admin/v1/setting/extensions'
  const texts = { hint: null, unit: null, choices: null }
  const settings = [
    { ...texts, name: 'worth', label: 'スタンプ1個あたりの金額', unit: '円', value: 1000 as unknown },
    { ...texts, name: 'title', label: 'カードの名前', hint: 'マイページに出ます。', value: 'スタンプカード' },
    { ...texts, name: 'is_on', label: 'スタンプを受け付ける', value: true },
    {
      ...texts,
      name: 'colour',
      label: '台紙',
      value: 'red',
      choices: [
        { value: 'red', label: '紅' },
        { value: 'ink', label: '墨' },
      ],
    },
  ]
  const sent: Record<string, unknown>[] = []
  await page.route('**/admin/v1/me', async (route) => {
    const answer = await route.fetch()
    const { data, ...others } = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...others, data: { ...data, has_extension_settings: true } } })
  })
  await page.route(calls, (route) =>
    route.fulfill({ json: { meta: {}, data: { items: [{ name: 'stamp', title: 'スタンプカード', settings }] } } }),
  )
  await page.route(`${calls}/stamp`, (route) => {
    const { values } = route.request().postDataJSON() as { values: Record<string, unknown> }
    sent.push(values)
    const fields = [{ path: 'values.worth', message_id: 'refused', message: '金額は半角数字で入力してください。' }]
    for (const one of settings) one.value = values[one.name]
    return values.worth === null
      ? route.fulfill({ status: 422, json: { meta: { error: 'ERROR_VALIDATION', message: '', fields } } })
      : route.fulfill({ json: { meta: {}, data: {} } })
  })
  await page.goto('/admin/setting/shop')
  await page.getByRole('link', { name: '拡張機能', exact: true }).click()
  await heading(page, '拡張機能の設定')
  const stampValue = page.getByLabel(/^スタンプ1個あたりの金額/)
  await stampValue.fill('たくさん')
  await save(page)
  await page.getByText('金額は半角数字で入力してください。').waitFor()
  await expect.poll(() => stampValue.evaluate((one) => one === document.activeElement)).toBe(true)
  await inspect(page, 'admin-setting-extensions')
  await expectFitsAllWidths(page, 'admin-setting-extensions')
  await stampValue.fill('500')
  await page.getByLabel('スタンプを受け付ける', { exact: true }).uncheck()
  await page.getByLabel('台紙', { exact: true }).selectOption('墨')
  await save(page)
  await statusShows(page, '「スタンプカード」の設定を保存しました')
  expect(sent.at(-1)).toEqual({ worth: 500, title: 'スタンプカード', is_on: false, colour: 'ink' })
  for (const one of ['**/admin/v1/me', calls, `${calls}/stamp`]) await page.unroute(one)
}

journey(
  'each group of settings, by its form: a pale colour is rejected, a key and a URL for events are made; logo and colour show in the shop',
  async ({ page, expectProblem, step }) => {
    await signIn(page, 'manager')
    await page.goto('/admin/setting')
    await heading(page, '店舗の設定')

    step('colour and logo')
    // A colour with too little contrast is reported before saving, and rejected.
    const colour = page.getByLabel(/^主なボタンと値引きの色$/)
    await colour.fill('#ff9eb5')
    await page.getByText(/^明暗の差 1\.\d:1。/).waitFor()
    expectProblem(/^422: PUT \/admin\/v1\/setting\/shop/)
    await save(page)
    await page.getByText('背景との明暗の差が足りず').waitFor()
    await colour.fill('#1f4e79')
    await page.getByLabel('ロゴを選ぶ').setInputFiles(photo)
    await page.getByRole('button', { name: 'ロゴを外す' }).waitFor()
    await inspect(page, 'admin-setting-face')
    await save(page)
    await statusShows(page, '店舗の設定を保存しました')

    step('配送')
    const group = (name: string) =>
      page.getByRole('navigation', { name: '設定の種類' }).getByRole('link', { name, exact: true }).click()
    await group('配送')
    await heading(page, '配送の設定')
    await inspect(page, 'admin-setting-delivery')
    await page.getByRole('link', { name: '宅配便', exact: true }).click()
    await heading(page, '宅配便')
    await page.getByRole('group', { name: '青森県' }).getByLabel('青森県の送料').fill('880')
    await page.getByRole('button', { name: '時間帯を増やす' }).click()
    await page.getByLabel('6番目の時間帯').fill('20–21時')
    await inspect(page, 'admin-setting-delivery-edit')
    const read = Promise.withResolvers<void>()
    const deliveries = '**/admin/v1/setting/deliveries'
    await page.route(deliveries, async (route) => read.promise.then(() => route.continue()))
    await save(page)
    const fee = page.getByLabel('青森県の送料')
    // Input before the reload has finished would be lost.
    await expect.poll(() => fee.isDisabled()).toBe(true)
    read.resolve()
    await statusShows(page, '配送方法を保存しました')
    await expect.poll(() => fee.isEnabled()).toBe(true)
    await page.unroute(deliveries)
    const fees = await sql<{ fee: number }>('select fee from delivery_prefecture_fee where pref_id = 2')
    expect(fees).toEqual([{ fee: 880 }])

    step('支払い, and each other group')
    await openScreen(page, '/admin/setting/payment')
    await heading(page, '支払いの設定')
    await inspect(page, 'admin-setting-payment')
    await page.getByRole('link', { name: '代金引換', exact: true }).click()
    await heading(page, '代金引換')
    await inspect(page, 'admin-setting-payment-edit')

    await openScreen(page, '/admin/ranks')
    await heading(page, '会員ランク')
    await inspect(page, 'admin-setting-rank')

    await openScreen(page, '/admin/setting/choice')
    await heading(page, '選択肢の設定')
    await inspect(page, 'admin-setting-choice')
    await page.getByRole('link', { name: '解約の理由', exact: true }).click()
    await heading(page, '解約の理由')
    await inspect(page, 'admin-setting-choice-edit')
    for (const [path, title] of [
      ['setting/line', 'LINEの設定'],
      ['setting/reminder', 'お知らせメールの設定'],
      ['setting/carriers', '配送会社'],
      ['setting/card-lock', 'カード入力の停止'],
    ] as const) {
      await openScreen(page, `/admin/${path}`)
      await heading(page, title)
      await inspect(page, `admin-${path.replace('/', '-')}`)
    }
    step('APIキー')
    const name = `倉庫 ${Date.now()}`
    await createKey(page, name)
    step('外部への通知')
    await addEndpoint(page, name)

    step('拡張機能')
    expect(await page.getByRole('link', { name: '拡張機能', exact: true }).count()).toBe(0)
    expectProblem(/^422: PUT \/admin\/v1\/setting\/extensions/)
    await setExtension(page)

    step('logo and colour in the shop')
    await page.goto('products/detail/1')
    await page.getByRole('banner').getByRole('img', { name: '椿野' }).waitFor()
    const button = page.getByRole('button', { name: 'カートに入れる' }).first()
    expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(31, 78, 121)')
    await inspect(page, 'shop-of-other-colours')
  },
  { on: ['desktop'] },
)
