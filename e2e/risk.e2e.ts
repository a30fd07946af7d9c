import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { inCartOf, logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

journeyInBoth(
  '不正注文の審査: the shop turns it on, an order is held with the service’s words, and another one is refused',
  async ({ page, device, step, expectProblem }) => {
    expectProblem(/^409: POST \/v1\/order\/public\/new/)
    try {
      step('the shop turns it on')
      await signIn(page, 'manager')
      await page.goto('/admin/setting/shop')
      await page.getByLabel(/^不正注文の審査/).selectOption('take')
      await page.getByRole('button', { name: '保存する', exact: true }).click()
      await page.getByText('店舗の設定を保存しました').waitFor()
      await page.goto('/admin/setting/accounts/risk')
      await page.getByRole('button', { name: '接続を確認する' }).click()
      await page.getByText('つながりました').waitFor()
      await inspect(page, 'admin-account-risk')

      step('要確認: the member notices nothing')
      const buy = async (name01: string) => {
        const member = await newMember({ name01 })
        await logInDevice(device, member)
        await inCartOf(member, { sku: 101 })
        await page.goto('cart')
        await checkOut(page)
        await payCash(page)
        await toConfirmation(page)
        await order(page)
        return member
      }
      const { email } = await buy('要確認')
      await completed(page)
      const [placed] = await ordersOf(email)
      await page.goto(`/admin/orders/${placed!.id}`)
      await page.getByText('不正注文の審査で要確認になったため、出荷の前に止めています', { exact: false }).waitFor()
      await inspect(page, 'admin-order-risk')
      await page.getByRole('button', { name: 'このまま出荷する' }).click()
      await page.getByText('出荷すると決めました').waitFor()

      step('拒否: the member reads that it can’t be taken, and not why')
      await buy('拒否')
      await page.getByText('このご注文は承れません。', { exact: false }).first().waitFor()
      await inspect(page, 'confirm-refused')
    } finally {
      await sql(`update shop set risk_check = 'off' where id = 2`)
    }
  },
)
