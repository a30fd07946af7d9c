import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, newMember } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

/** お客様対応 opens the shop as the member with this address, in a new tab. */
async function actAs(page: Page, device: BrowserContext, email: string) {
  const [row] = await sql<{ id: number }>('select id::int from customer where email = $1', email)
  const { id } = row!
  await signIn(page, 'support')
  await page.goto(`/admin/customers/${id}`)
  await page.getByRole('button', { name: '代理ログイン', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^理由/).fill('お電話でのご相談')
  await dialog.getByRole('button', { name: 'リンクを作る' }).click()
  const link = dialog.getByRole('link', { name: /としてショップを開く$/ })
  await inspect(page, 'admin-acting')
  const opened = device.waitForEvent('page')
  await link.click()
  const shop = await opened
  await shop.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor()
  return { id, shop }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

journey(
  '代理ログイン: an operator in the shop as a member buys for them, sees what only the member may do, and ends it',
  async ({ page, device }) => {
    const member = await newMember()
    const [sku] = await sql<{ id: number }>(
      'select id::int from product_sku where shop_id = 2 and product_id = 15 order by sort_no, id limit 1',
    )
    await inCartOf(member, { sku: sku!.id })
    await inCartOf(member, { sku: 118, subscription: true })
    const { id, shop } = await actAs(page, device, member.email)
    expect(shop.url()).not.toContain('#')
    const band = shop.getByRole('complementary', { name: '代理ログイン' })
    await band.getByText(/様として操作しています\(担当: 森 つむぎ・/).waitFor()
    await inspect(shop, 'acting-mypage')
    await openScreen(shop, '/sh/mypage/customer')
    await heading(shop, '会員情報')
    expect(await shop.getByText(member.email).count()).toBe(0)

    // The operator's other tabs are not logged in as the member.
    const other = await device.newPage()
    await other.goto('mypage')
    await heading(other, 'ログイン')
    await other.close()

    await openScreen(shop, '/sh/cart')
    await shop.getByRole('tab', { name: /^定期購入/ }).click()
    await shop.getByText('定期便のお申し込みは、ご本人だけができます。').first().waitFor()
    expect(await shop.getByRole('button', { name: '定期便のお手続きへ' }).count()).toBe(0)
    await shop.getByRole('tab', { name: /^通常購入/ }).click()
    await checkOut(shop)
    await shop.waitForURL('**/normal-purchase**')
    await band.waitFor()
    await payCash(shop)
    // Cards and wallets need their owner.
    expect(await shop.getByRole('radio', { name: /^(クレジットカード|Amazon Pay)/ }).count()).toBe(0)
    await toConfirmation(shop)
    await band.waitFor()
    await order(shop)
    const order_no = await completed(shop)
    await band.waitFor()
    // The operator may not read the member's e-mail address.
    await shop.getByText('確認のメールをお送りしました。').waitFor()
    const [placed] = await sql<{ actor_kind: string; name: string; customer_id: number }>(
      `select e.actor_kind, p.name, o.customer_id::int from order_status_event e join orders o on o.id = e.order_id
       join operator p on p.id = e.actor_id where o.order_no = $1 order by e.id limit 1`,
      order_no,
    )
    expect(placed).toEqual({ actor_kind: 'operator', name: '森 つむぎ', customer_id: id })
    await openScreen(page, '/admin/orders')
    await page.getByRole('link', { name: order_no }).click()
    await page.getByText('森 つむぎ').first().waitFor()

    // Visible but disabled; opening its URL directly explains why.
    await openScreen(shop, '/sh/mypage/payments')
    await shop.getByText('登録されているカードはありません').waitFor()
    await shop.getByText('カードの追加・変更・削除は、ご本人だけができます。').waitFor()
    expect(await shop.getByRole('link', { name: 'カードを追加する' }).count()).toBe(0)
    await openScreen(shop, '/sh/mypage/inquiries')
    await shop.getByText('お問い合わせはまだありません').waitFor()
    expect(await shop.getByRole('link', { name: 'お問い合わせをする' }).count()).toBe(0)
    await shop.goto('contact')
    await heading(shop, 'ご本人だけができるお手続きです')
    await band.waitFor()
    await inspect(shop, 'acting-own-affair')

    await band.getByRole('button', { name: '終了' }).click()
    await shop.waitForURL(/\/sh\/$/)
    await shop.getByRole('heading', { level: 1 }).waitFor()
    expect(await band.count()).toBe(0)
    await shop.goto('mypage')
    await heading(shop, 'ログイン')
    const trail = await sql<{ action: string }>(
      `select action from audit_event where subject = 'customer' and subject_id = $1 order by id`,
      String(id),
    )
    expect(trail.map(({ action }) => action)).toEqual([
      'POST /admin/v1/customers/{id}/acting',
      'POST /v1/common/acting/begin',
      'POST /v1/order/public/new',
      'POST /v1/common/acting/end',
    ])
  },
  { on: ['desktop'] },
)
