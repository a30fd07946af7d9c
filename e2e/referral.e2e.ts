import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { callAs, memberWith, orderedBy } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { guestCart } from './lib/shopping.ts'

journeyInBoth(
  'a shop turns お友だち紹介 on, a member passes the link on, and a friend opens it',
  async ({ page, device, step }) => {
    const promotion_name = `はじめての500円引き${Date.now() % 100_000}`
    await sql(
      `insert into promotion (shop_id, promotion_name, status, trigger, audience, starts_at, effect, created_at, updated_at)
      values (2, $1, 'active', 'link', 'new', '2020-01-01', '{"kind":"yen","yen":500}', now(), now())`,
      promotion_name,
    )
    step('the operator chooses what friends get')
    await signIn(page, 'manager')
    await page.goto('/admin/setting/points')
    const isOn = page.getByRole('checkbox', { name: /^ポイントを使う/ })
    if (!(await isOn.isChecked())) await isOn.check()
    await page.getByLabel(/^お友だちの特典/).selectOption({ label: promotion_name })
    await page.getByRole('textbox', { name: /^紹介した方へ/ }).fill('400')
    await page.getByText(/400ポイントを付与します。/).waitFor()
    await inspect(page, 'admin-referral')
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('ポイントの設定を保存しました').first().waitFor()

    step('before the first delivery there is no link')
    const member = await memberWith(device)
    await page.goto('mypage/referral')
    await page.getByText('はじめてのお届けのあとに、', { exact: false }).waitFor()
    const order_no = await orderedBy(member, { sku: 101 })
    await sql(`update orders set status = 'delivered' where order_no = $1`, order_no)

    step('the member makes the link, from my page')
    await page.goto('mypage')
    await page
      .getByRole('navigation', { name: 'マイページ' })
      .getByRole('link', { name: /^お友だち紹介/ })
      .first()
      .click()
    await page.getByRole('button', { name: '紹介リンクを作る' }).click()
    await page.getByText(/\/sh\/\?coupon=~[2-9A-Z]{10}$/).waitFor()
    await page.getByText(`お友だちに「${promotion_name}」が適用されます。`, { exact: false }).waitFor()
    expect(await page.getByRole('link', { name: 'LINEで送る' }).getAttribute('href')).toContain('coupon%3D~')
    await inspect(page, 'referral')
    const { referral_code } = await callAs<{ referral_code: string }>(member, 'GET', '/v1/referral')

    step('a friend opens it')
    await device.clearCookies()
    await guestCart(page, { sku: 101 })
    await page.goto(`cart?coupon=${referral_code}`)
    await page.getByText(`${promotion_name}を適用中`).waitFor()
    await inspect(page, 'cart-referral')

    step('the operator reads who introduced how many')
    await sql(
      `insert into promotion_use (shop_id, promotion_id, order_id, customer_id, yen, is_counted, terms, created_at, introducer_id, introducer_points)
      select o.shop_id, p.id, o.id, o.customer_id, 500, true, '{}', now(), r.customer_id, 400
      from orders o, promotion p, referral_code r
      where o.order_no = $1 and p.promotion_name = $2 and p.shop_id = o.shop_id and r.code = $3`,
      order_no,
      promotion_name,
      referral_code,
    )
    await signIn(page, 'manager')
    await page.goto('/admin/introducers')
    await page.getByRole('row', { name: new RegExp(`${member.name01} ${member.name02}.*1名.*400ポイント`) }).waitFor()
    await inspect(page, 'admin-introducers')
  },
)
