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
async function told(find: (event: TakenEvent) => boolean): Promise<TakenEvent> {
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
      const { body } = await told(({ id, medium }) => medium === 'meta' && id === order_no)
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
